import { readOpenInvitations } from '../../waves/invitation-queries.ts'
import type { Transaction } from '../../db/pool.ts'
import type { Act, ActKind } from '../store/kind.ts'
import { applyInvitations, FACET, holdWave, planCallBack, planUndoOfInvitations } from './wave.ts'

type Asked = Record<never, never>
type Stored = { wave: string | null }

/** A wave that is called back as a whole invites nobody and sends nothing from the moment of the act. */
export const callBackKind: ActKind<Asked, Stored> = {
  facetOf: () => FACET,
  toStored: (_asked, { wave = null }) => ({ wave }),
  async plan(db, ids, { params: { wave } }) {
    const open = await readOpenInvitations(db, { ids, waveId: wave })
    return open.map(({ entry_id, is_let_in, ...invitation }) =>
      invitation.id === null
        ? { entry_id, state: 'skipped', reason: is_let_in ? 'accepted' : 'not-invited' }
        : planCallBack(entry_id, { ...invitation, id: invitation.id }),
    )
  },
  planUndo: planUndoOfInvitations,
  apply: (tx, changes, { id }) => applyInvitations(tx, changes, id),
  begin: holdAll,
  settle: holdAll,
}

async function holdAll(tx: Transaction, { params: { wave } }: Act<Stored>): Promise<void> {
  if (wave !== null) await holdWave(tx, wave)
}
