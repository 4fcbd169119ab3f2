import { randomUUIDv7 } from 'node:crypto'
import type { RecordPublish } from '../publishing/publish.ts'
import * as queries from './store/act-queries.ts'

/** Records that a version of the site was published, in the transaction that publishes it. */
export const recordPublish: RecordPublish = async (tx, { number, actor }) => {
  const id = randomUUIDv7()
  await queries.insertAct(tx, { id, kind: 'publish', params: { number }, facet: 'site', selection: {}, actor })
  await queries.finishAct(tx, { id, state: 'done' })
  return id
}
