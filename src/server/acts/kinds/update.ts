import type { ActParams } from '#shared/list/act-requests.ts'
import { enqueue } from '../../outbox/rows.ts'
import { readLeftOut } from '../../updates/preview-update.ts'
import { beginUpdate, secondsUntilSent } from '../../updates/updates.ts'
import type { ActKind } from '../store/kind.ts'

type Asked = ActParams<'update'>

export const update: ActKind<Asked> = {
  facetOf: ({ id }) => `update:${id}`,
  toStored: ({ version, sends_at }) => ({ version, sends_at }),
  begin: (tx, { id, params }) => beginUpdate(tx, { id, ...params }),
  async plan(db, ids) {
    const people = await readLeftOut(db, ids)
    return people.map(({ id: entry_id, reason }) =>
      reason === null
        ? { entry_id, state: 'changed', before: null, after: 'queued' }
        : { entry_id, state: 'skipped', reason },
    )
  },
  planUndo: null,
  async apply(tx, changes, { id }) {
    const targets = changes.map(({ entry_id }) => ({ subject: entry_id, friend_id: id }))
    await enqueue(tx, 'send-update', targets, { afterSeconds: await secondsUntilSent(tx, id) })
    return []
  },
}
