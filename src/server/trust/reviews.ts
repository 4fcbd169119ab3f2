import type { Queryable, Transaction } from '../db/pool.ts'
import { ruleNow } from '../places/referral-rule.ts'
import { type CreditChange, restand } from './credit.ts'

/** `held`: the owner's own mark is open. */
export type Review = { rejected: boolean; accepted: boolean; held: boolean }

export type Reviewed = {
  id: string
  review: Review
  is_invited: boolean
  counts: boolean
  has_mark: boolean
  inviter_id: string | null
  places: number
}

export async function readReviews(db: Queryable, ids: string[]): Promise<Reviewed[]> {
  const { rows } = await db.query<Reviewed>(
    `select id, json_build_object('rejected', is_rejected, 'accepted', is_accepted,
         'held', coalesce('held' = any(marks), false)) as review,
       state = 'invited' as is_invited, counts, marks is not null as has_mark, inviter_id, places
     from waitlist_entries cross join (${ruleNow()}) as rule where id = any($1) and erased_at is null`,
    [ids],
  )
  return rows
}

/** Counts their inviters' friends again. With the counter locked; advance it. Returns who counts since, or no longer. */
export function setReviews(tx: Transaction, reviews: { id: string; review: Review }[]): Promise<CreditChange[]> {
  const ids = reviews.map(({ id }) => id)
  return restand(tx, ids, () =>
    tx.query(
      `update waitlist_entries e set is_rejected = rejected, is_accepted = accepted, updated_at = now(),
         marks = nullif(array_remove(marks, 'held') || case when held then '{held}'::text[] else '{}' end, '{}')
       from json_to_recordset($1) as r (id uuid, rejected boolean, accepted boolean, held boolean)
       where e.id = r.id and erased_at is null
         and (is_rejected, is_accepted, coalesce('held' = any(marks), false)) is distinct from (rejected, accepted, held)`,
      [JSON.stringify(reviews.map(({ id, review }) => ({ id, ...review })))],
    ),
  )
}
