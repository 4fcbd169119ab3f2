import { readOpenInvitations } from '../../waves/invitation-queries.ts'
import { setFilling } from '../../waves/queries.ts'
import type { ActKind } from '../kind.ts'
import { applyInvitations, FACET, planCallBack, planUndoOfInvitations } from './wave.ts'

type Asked = Record<never, never>
/** `wave`: if a whole wave is called back. */
type Stored = { wave: string | null }

/** Calls back the invitations whose mail has not left: their people wait again. */
export const callBackKind: ActKind<Asked, Stored> = {
  facetOf: () => FACET,
  toStored: (_asked, { wave = null }) => ({ wave }),
  async plan(db, ids, { params: { wave } }) {
    const open = await readOpenInvitations(db, { ids, waveId: wave })
    return open.map(({ entry_id, ...invitation }) =>
      invitation.id === null
        ? { entry_id, state: 'skipped', reason: 'not-invited' }
        : planCallBack(entry_id, { ...invitation, id: invitation.id }),
    )
  },
  planUndo: planUndoOfInvitations,
  apply: (tx, changes, { id }) => applyInvitations(tx, changes, id),
  async settle(tx, { params: { wave } }, { beginning }) {
    if (wave !== null) await setFilling(tx, { id: wave, isOver: beginning.isInForce })
  },
}
