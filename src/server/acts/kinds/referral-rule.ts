import type { ActParams } from '#shared/acts.ts'
import type { Transaction } from '../../db/pool.ts'
import { applyRule, findOthers, restorePlaces, setRule } from '../../ledger/referral-rules.ts'
import { findLiving } from '../../people/living.ts'
import type { ActKind } from '../kind.ts'
import { readUndone } from '../queries.ts'

type Params = ActParams<'referral-rule'>

/** The place of an entry's credits: as the act found them, or under its rule. */
const [FOUND, RULED] = ['found', 'ruled'] as const

/**
 * Sets another referral rule. It holds for everybody who joins from the moment of the act; the
 * entries of the act are those whose earlier credits get its places too. See
 * docs/decisions/0093-the-referral-rule-is-an-act.md.
 */
export const referralRule: ActKind<Params> = {
  facetOf: () => 'referral-rule',
  // On a list of a million, two hundred thousand people have friends.
  pace: { part: 250, rest: 3, leastRestMs: 100 },
  toStored: (params) => params,
  begin: (tx, { params: { places, cap } }, { beginning: { id, isInForce } }) =>
    setRule(tx, { act: id, rule: { places, cap }, isInForce }),
  async plan(db, ids, { params: { places, cap } }) {
    const tx = db as Transaction
    const living = await findLiving(tx, ids)
    const others = await findOthers(tx, { ids: living, rule: { places, cap } })
    return living.map((entry_id) =>
      others.has(entry_id)
        ? { entry_id, state: 'changed', before: FOUND, after: RULED }
        : { entry_id, state: 'unchanged' },
    )
  },
  planUndo: async (db, done) => {
    const living = new Set(
      await findLiving(
        db,
        done.map(({ entry_id }) => entry_id),
      ),
    )
    return done.flatMap(({ entry_id, before, after }) =>
      living.has(entry_id) ? { entry_id, state: 'changed' as const, before: after, after: before } : [],
    )
  },
  async apply(tx, changes, { id, params: { places, cap } }) {
    const ids = changes.map(({ entry_id }) => entry_id)
    if (changes[0]!.after === RULED) await applyRule(tx, { ids, by: id, rule: { places, cap } })
    else await restorePlaces(tx, { ids, by: await readUndone(tx, id) })
    return []
  },
}
