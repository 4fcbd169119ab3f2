import type { Queryable, Transaction } from '../../db/pool.ts'

/**
 * SQL: also locks. Every statement that writes about a person outside the counter's lock reads this. The condition
 * matches no partial index: on a new list, PostgreSQL would scan it.
 */
export function livingOf(ids: string): string {
  return `select id from waitlist_entries where id = any(array(${ids})) and coalesce(erased_at, leaving_at) is null
    order by id for key share`
}

export function reachableOf(ids: string): string {
  return `select id from (${livingOf(ids)}) as living
    union all select person_id from (
      select person_id from join_requests where person_id = any(array(${ids}))
        and not exists (select from waitlist_entries where id = person_id) for key share) as waiting`
}

export function isLiving(id: string): string {
  return `exists (select from waitlist_entries e where e.id = ${id} and e.erased_at is null and e.leaving_at is null)`
}

export function isReachable(id: string): string {
  return `(${isLiving(id)} or exists (select from join_requests r where r.person_id = ${id}
    and not exists (select from waitlist_entries where id = r.person_id)))`
}

/** False if they are erased or leaving. */
export async function lockReachable(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query(reachableOf('select $1::uuid'), [id])
  return rows.length > 0
}

export async function findLiving(db: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from waitlist_entries where id = any($1) and erased_at is null',
    [ids],
  )
  return rows.map(({ id }) => id)
}

export async function hasLeft(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query(
    'select from waitlist_entries where id = $1 and (erased_at is not null or leaving_at is not null)',
    [id],
  )
  return rows.length === 1
}
