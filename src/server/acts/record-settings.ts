import { randomUUIDv7 } from 'node:crypto'
import type { RecordChange } from '../settings/save-settings.ts'
import * as queries from './store/act-queries.ts'

export const recordSettings: RecordChange = async (tx, { changes, effects, actor }) => {
  const id = randomUUIDv7()
  await queries.insertAct(tx, {
    id,
    kind: 'settings',
    params: { changes, effects },
    facet: 'settings',
    selection: {},
    actor,
  })
  await queries.finishAct(tx, { id, state: 'done' })
  return id
}
