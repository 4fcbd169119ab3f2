import type { Queryable, Transaction } from '../db/pool.ts'
import { sqlList } from '../db/sql-list.ts'
import { DOUBTS, hasOpenHold } from './hold-causes.ts'
import { keepStanding } from './keep-standing.ts'
import { type CreditChange, settleCredits } from './settle-credits.ts'

/**
 * The owner's decisions about an entry: whether it is rejected or accepted, and which of the doubts about it are open.
 */
export type Review = { rejected: boolean; signals: boolean; owner: boolean; accepted: boolean }

/** An entry's review, and the facts that depend on it. */
export type Reviewed = {
  id: string
  review: Review
  /** Whether they have an open invitation. */
  is_invited: boolean
  /** Whether the credit that they give counts now. */
  is_counted: boolean
  /** Null if they credit nobody. */
  referrer_id: string | null
  /** The places of their credit; 0 for none. */
  places: number
}

/** The reviews of these entries. Erased entries have none, and are missing. */
export async function readReviews(db: Queryable, ids: string[]): Promise<Reviewed[]> {
  const { rows } = await db.query<Reviewed>(
    `select id, json_build_object('rejected', is_rejected, 'signals', ${hasOpenHold('id', ['signals'])},
         'owner', ${hasOpenHold('id', ['owner'])}, 'accepted', is_accepted) as review,
       waitlist_entries.state = 'invited' as is_invited, coalesce(credits.state = 'counted', false) as is_counted,
       referrer_id, coalesce(places, 0) as places
     from waitlist_entries left join credits on friend_id = id
     where id = any($1) and erased_at is null`,
    [ids],
  )
  return rows
}

/** Whether this review lets the credit of its entry count. */
export function counts({ rejected, signals, owner }: Review): boolean {
  return !(rejected || signals || owner)
}

type NewReviews = {
  reviews: { id: string; review: Review }[]
  /** The owner's act. */
  by: string
}

/**
 * Gives these entries their reviews, opens and closes their holds, settles their credits and moves their referrers.
 * Skips erased entries. Call this with the counter locked, and advance the counter. Returns the credits that changed.
 */
export function setReviews(tx: Transaction, { reviews, by }: NewReviews): Promise<CreditChange[]> {
  const ids = reviews.map(({ id }) => id)
  const rows = JSON.stringify(reviews.map(({ id, review }) => ({ id, ...review })))
  return keepStanding(tx, ids, async () => {
    await tx.query(
      `with reviews as materialized (
         select r.* from json_to_recordset($1) as r (id uuid, rejected boolean, signals boolean, owner boolean, accepted boolean)
         join waitlist_entries e using (id) where erased_at is null
       ), wanted as (
         select id, cause, case cause when 'owner' then owner else signals end as is_open
         from reviews, unnest(array[${sqlList(DOUBTS)}]) as cause
       ), opened as (
         insert into holds (entry_id, cause, opened_at, opened_by)
         select id, cause, clock_timestamp(), $2 from wanted where is_open
         on conflict (entry_id, cause) where closed_at is null do nothing
       ), closed as (
         update holds h set closed_at = clock_timestamp(), closed_by = $2
         from wanted w where h.entry_id = w.id and h.cause = w.cause and not is_open and closed_at is null
       )
       update waitlist_entries e set is_rejected = rejected, is_doubtful = signals or owner,
         is_accepted = accepted, updated_at = now()
       from reviews r where e.id = r.id
         and (is_rejected, is_doubtful, is_accepted) is distinct from (rejected, signals or owner, accepted)`,
      [rows, by],
    )
    return settleCredits(tx, ids)
  })
}
