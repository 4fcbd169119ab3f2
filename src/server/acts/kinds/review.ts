import type { ActParams } from '#shared/list/act-requests.ts'
import type { ChangeNote } from '#shared/list/act-words.ts'
import { follow } from '../../outbox/follow.ts'
import { beginRule, endRule } from '../../trust/domain-rules.ts'
import { readReviews, type Review, type Reviewed, setReviews } from '../../trust/review.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { turnAway } from '../../waves/invitations.ts'
import { keepBounced, planReopening, reopen } from '../../waves/reopen.ts'
import { findRuleInForce } from '../store/act-queries.ts'
import type { ActKind, Done, Move, Plan, PlannedChange } from '../store/kind.ts'
import type { Queryable, Transaction } from '../../db/query.ts'

export const REVIEW = 'review'

export const reviewKinds = {
  reject: reviewing((review) => ({ ...review, rejected: true, accepted: false })),
  accept: reviewing(() => ({ rejected: false, accepted: true, held: false })),
  hold: reviewing(() => ({ rejected: false, accepted: false, held: true })),
  /** Of version 1.0, which made such acts itself. */
  'close-holds': reviewing((review) => review),
  /** The rule also applies to people who join later. */
  'trust-rule': {
    ...reviewing((review, { rule: { verdict } }: ActParams<'trust-rule'>) => ({
      rejected: verdict === 'refuse',
      accepted: verdict === 'trust',
      held: verdict === 'refuse' && review.held,
    })),
    toStored: (params) => params,
    /** The rule is in force until the act is undone; then the rule that it had replaced is in force again. */
    async settle(tx, { id, params: { rule } }, undoes) {
      if (undoes === null) return beginRule(tx, rule, id)
      if (!(await endRule(tx, rule.value, undoes))) return
      const replaced = await findRuleInForce(tx, rule.value)
      if (replaced) await beginRule(tx, { ...rule, verdict: replaced.verdict }, replaced.id)
    },
  } satisfies ActKind<ActParams<'trust-rule'>>,
}

function reviewing<Params extends object>(decide: (review: Review, params: Params) => Review): ActKind<Params, Params> {
  return {
    facetOf: () => REVIEW,
    toStored: () => ({}) as Params,
    plan: async (db, ids, { params }) =>
      noteReopening(
        db,
        (await readReviews(db, ids)).map((entry) => planOf(entry, decide(entry.review, params))),
      ),
    planUndo: async (db, done) => {
      const doneTo = new Map(done.map((one) => [one.entry_id, one]))
      const entries = await readReviews(db, [...doneTo.keys()])
      return noteReopening(
        db,
        entries.map((entry) => planOf(entry, takeBack(entry.review, doneTo.get(entry.id)!))),
      )
    },
    async apply(tx, changes, { id }) {
      await carryOut(tx, changes, { by: id })
      return []
    },
  }
}

async function carryOut(tx: Transaction, changes: PlannedChange[], { by }: { by: string }): Promise<void> {
  const reviews = changes.map(({ entry_id, after }) => ({ id: entry_id, review: after as Review }))
  await setReviews(tx, reviews)
  const judged = changes.filter(({ before, after }) => (before as Review).rejected !== (after as Review).rejected)
  const becoming = (name: 'rejected' | 'accepted') =>
    changes.filter(({ before, after }) => !(before as Review)[name] && (after as Review)[name])
  for (const name of ['rejected', 'accepted'] as const) {
    const ids = becoming(name).map(({ entry_id }) => entry_id)
    await recordEvents(tx, name, ids, { act_id: by })
  }
  const other = changes.filter(
    (change) => !becoming('rejected').includes(change) && !becoming('accepted').includes(change),
  )
  await recordEvents(
    tx,
    'reviewed',
    other.map(({ entry_id }) => entry_id),
    { act_id: by },
  )
  const entry_ids = judged.map(({ entry_id }) => entry_id)
  const idsOf = (wanted: ChangeNote) => judged.flatMap(({ entry_id, note }) => (note === wanted ? entry_id : []))
  await reopen(tx, idsOf('invitation-open'))
  await keepBounced(tx, idsOf('invitation-bounced'))
  await turnAway(tx, idsOf('invitation-ended'))
  await follow(tx, { decided: entry_ids })
}

async function noteReopening(db: Queryable, plans: Plan[]): Promise<Plan[]> {
  const listed = plans.filter((plan): plan is PlannedChange => plan.state === 'changed' && isRejected(plan.before))
  const outcomes = await planReopening(
    db,
    listed.map(({ entry_id }) => entry_id),
  )
  return plans.map((plan) => {
    const note = plan.state === 'changed' && !isRejected(plan.after) ? outcomes.get(plan.entry_id) : undefined
    return note ? { ...plan, note } : plan
  })
}

function isRejected(review: unknown): boolean {
  return (review as Review).rejected
}

/** Only the parts that the act changed: the rules may have changed others since. */
function takeBack(review: Review, { before, after }: Done): Review {
  const [old, decided] = [before as Review, after as Review]
  const names = Object.keys(review) as (keyof Review)[]
  return Object.fromEntries(
    names.map((name) => [name, old[name] === decided[name] ? review[name] : old[name]]),
  ) as Review
}

function planOf(entry: Reviewed, after: Review): Plan {
  const { id: entry_id, review: before, inviter_id, places } = entry
  const names = Object.keys(after) as (keyof Review)[]
  if (names.every((name) => before[name] === after[name])) return { entry_id, state: 'unchanged' }
  // Nearly exact: whether somebody counts about whom the owner has not decided depends on the other friends, too.
  const counting = after.accepted || (!after.rejected && !after.held && !entry.has_mark)
  const isMove = inviter_id !== null && entry.counts !== counting
  const moves: Move | null = isMove ? { referrerId: inviter_id, places: counting ? places : -places } : null
  const note = after.rejected && !before.rejected && entry.is_invited ? ('invitation-ended' as const) : undefined
  return { entry_id, state: 'changed', before, after, moves, note }
}
