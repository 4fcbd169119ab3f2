import type { ActParams } from '#shared/list/act-requests.ts'
import type { Transaction } from '../../db/pool.ts'
import {
  CHANGED_REFERRERS,
  findInForce,
  findOthers,
  findUnsettled,
  type Ruled,
  setRule,
  settleRules,
} from '../../ledger/referral-rules.ts'
import { findLiving } from '../../people/addresses/living.ts'
import type { ActKind, Plan } from '../store/kind.ts'
import { readReached } from '../store/entry-queries.ts'

type Params = ActParams<'referral-rule'>

/** The state of an entry's credits: as the act found them, or under its rule. */
const [FOUND, RULED] = ['found', 'ruled'] as const

/**
 * Sets a new referral rule. It applies to everybody who joins after the act. The entries of the act are the referrers
 * whose earlier credits get the rule's places too. An undo gives each credit the places of the rules that are still in
 * force. See docs/decisions/0053-acts-in-parts.md.
 */
export const referralRule: ActKind<Params> = {
  facetOf: () => 'referral-rule',
  // Faster than usual: on a list of a million people, two hundred thousand have friends.
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
  alsoUndone: ({ applies_to_old }) => (applies_to_old ? { text: CHANGED_REFERRERS, values: [] } : null),
  async planUndo(db, done, { id }) {
    const tx = db as Transaction
    const ids = await findLiving(
      tx,
      done.map(({ entry_id }) => entry_id),
    )
    const unsettled = await findUnsettled(tx, { ids, ruled: await findRuled(tx, { ids, by: id }) })
    const doneTo = new Map(done.map((one) => [one.entry_id, one]))
    return ids.map((entry_id): Plan => {
      const { before, after } = doneTo.get(entry_id)!
      const isMoved = unsettled.has(entry_id)
      if (after === null && !isMoved) return { entry_id, state: 'unchanged' }
      const note = isMoved ? undefined : ('later-rule' as const)
      return { entry_id, state: 'changed', before: after ?? RULED, after: before ?? FOUND, note }
    })
  },
  async apply(tx, changes, { id }) {
    const ids = changes.map(({ entry_id }) => entry_id)
    await settleRules(tx, { ids, ruled: await findRuled(tx, { ids, by: id }), by: id })
    return []
  },
}

/** For each of these people, the newest act whose rule is in force for their earlier friends. `by`: the running act. */
async function findRuled(tx: Transaction, { ids, by }: { ids: string[]; by: string }): Promise<Ruled[]> {
  const acts = await findInForce(tx)
  const reached = await readReached(tx, { acts, ids })
  // The entries of this part keep the state `waiting` until the part ends, so `readReached` misses them.
  const own = acts.includes(by) ? ids.map((entry_id) => ({ entry_id, act_id: by })) : []
  const newest = new Map<string, Ruled>()
  for (const one of [...reached, ...own])
    if (one.act_id > (newest.get(one.entry_id)?.act_id ?? '')) newest.set(one.entry_id, one)
  return [...newest.values()]
}
