import { enqueue } from '../../outbox/rows.ts'
import { readResendable, recordResends } from '../../waves/send-again.ts'
import type { ActKind } from '../store/kind.ts'

type Asked = Record<never, never>
type Stored = { wave: string | null; also_opened: boolean }

/** With their text and their end. People who have opened theirs get it only if they are selected by their ids. */
export function createResend(): ActKind<Asked, Stored> {
  return {
    facetOf: () => 'resent',
    toStored: (_asked, { wave = null, ids }) => ({ wave, also_opened: ids !== undefined }),
    async plan(db, ids, { params: { wave, also_opened } }) {
      const people = await readResendable(db, { ids, waveId: wave, alsoOpened: also_opened })
      return people.map(({ entry_id, id, reason }) =>
        reason === null
          ? { entry_id, state: 'changed', before: null, after: id }
          : { entry_id, state: 'skipped', reason },
      )
    },
    planUndo: null,
    async apply(tx, changes) {
      await recordResends(
        tx,
        changes.map(({ after }) => after as string),
      )
      await enqueue(
        tx,
        'send-invitation',
        changes.map(({ entry_id }) => entry_id),
      )
      return []
    },
  }
}
