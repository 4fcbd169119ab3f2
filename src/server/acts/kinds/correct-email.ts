import type { ActParams } from '#shared/list/act-requests.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { findLiving } from '../../people/addresses/living.ts'
import { inviteAgain } from '../../waves/reopen.ts'
import {
  type Correction,
  dropUnused,
  noteBefore,
  prepareCorrections,
  readCorrections,
} from '../store/correction-queries.ts'
import type { ActKind, Done, Plan } from '../store/kind.ts'

/** With the counter locked. */
export type MoveAddress = (
  tx: Transaction,
  move: { entryId: string; to: string; event: 'email corrected' | 'correction undone' },
) => Promise<'done' | 'busy' | 'taken' | 'gone'>

/** The act that gave the person their address; null if no act did. */
type Giver = { act: string | null }

/** The act's row holds no address: `before` and `after` are the id of the act that set it. An undo leaves an address that has changed since, or that somebody else has taken. */
export function createCorrectEmail({
  moveAddress,
}: {
  moveAddress: MoveAddress
}): ActKind<ActParams<'correct-email'>, Record<never, never>> {
  return {
    facetOf: () => 'email',
    toStored: () => ({}),
    prepare: (tx, ids, { id, asked }) => prepareCorrections(tx, { ids, actId: id, email: asked.email }),
    finish: (tx, { id }) => dropUnused(tx, id),
    async plan(db, ids, { id, asked }) {
      const corrections = await readCorrections(db, { ids, actId: id, email: asked?.email })
      return corrections.map((correction) => planOf(correction, { act: null }, { act: id }))
    },
    async planUndo(db, done) {
      const plans = await Promise.all(done.map((one) => planToTakeBack(db, one)))
      return plans.flatMap((plan) => plan ?? [])
    },
    async apply(tx, changes) {
      const busy: string[] = []
      for (const { entry_id, before, after } of changes) {
        const given = (after as Giver).act
        const actId = given ?? (before as Giver).act!
        const [correction] = await readCorrections(tx, { ids: [entry_id], actId })
        const to = given === null ? correction!.before! : correction!.email
        const event = given === null ? 'correction undone' : 'email corrected'
        const outcome = await moveAddress(tx, { entryId: entry_id, to, event })
        if (outcome === 'busy') busy.push(entry_id)
        else if (outcome !== 'done') throw new Error(`The address could not be moved: ${outcome}`)
        else {
          if (given !== null) await noteBefore(tx, { entryId: entry_id, actId, email: correction!.now })
          await inviteAgain(tx, entry_id)
        }
      }
      return busy
    },
  }
}

async function planToTakeBack(db: Queryable, { entry_id, before, after }: Done): Promise<Plan | null> {
  const [was, is] = [before as Giver, after as Giver]
  const [correction] = await readCorrections(db, { ids: [entry_id], actId: is.act! })
  if (!correction) {
    const [living] = await findLiving(db, [entry_id])
    return living ? { entry_id, state: 'skipped', reason: 'not-kept' } : null
  }
  if (correction.now !== correction.email) return { entry_id, state: 'skipped', reason: 'changed-since' }
  return planOf({ ...correction, email: correction.before! }, is, was)
}

function planOf({ entry_id, now, email, taken }: Correction, before: Giver, after: Giver): Plan {
  if (now === email) return { entry_id, state: 'unchanged' }
  if (taken.includes(email)) return { entry_id, state: 'skipped', reason: 'taken' }
  return { entry_id, state: 'changed', before, after }
}
