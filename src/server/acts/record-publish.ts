import { randomUUIDv7 } from 'node:crypto'
import type { RecordPublish } from '../publishing/publish.ts'
import * as queries from './store/act-queries.ts'

export const recordPublish: RecordPublish = async (tx, { number, actor }) => {
  const id = randomUUIDv7()
  await queries.insertAct(tx, { id, kind: 'publish', params: { number }, facet: 'site', selection: {}, actor })
  await queries.finishAct(tx, { id, state: 'done' })
  return id
}
