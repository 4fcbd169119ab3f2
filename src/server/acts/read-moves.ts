import type { ActMove } from '#shared/list/acts.ts'
import type { Queryable } from '../db/pool.ts'

const MOST_SHOWN = 3

/** Or gain or lose most. */
export async function readMoves(db: Queryable, placesOf: Map<string, number>): Promise<ActMove[]> {
  const { rows } = await db.query<ActMove>(
    `select *, (select count(*)::int from waitlist_entries p where p.erased_at is null and not p.is_rejected
         and p.position >= least("from", "to") and p.position <= greatest("from", "to") and p.id <> moves.id) as people
     from (
       select e.id, e.email, e.newest_code as referral_code, t.places, e.position as "from",
         greatest(1, e.joined_position - e.credited_places - t.places) as "to"
       from unnest($1::uuid[], $2::int[]) as t (id, places) join waitlist_entries e using (id)
       where e.erased_at is null) as moves
     order by abs("from" - "to") desc, abs(places) desc, id limit ${MOST_SHOWN}`,
    [[...placesOf.keys()], [...placesOf.values()]],
  )
  return rows
}
