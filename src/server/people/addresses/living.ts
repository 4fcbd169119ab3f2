import type { Queryable, Transaction } from '../../db/pool.ts'

/**
 * SQL: the entries among the ids of a query that are neither erased nor about to be, locked against erasing until the
 * transaction ends. Every statement that writes a row about a person outside the counter's lock reads this first, so
 * that no row outlives an erasure. The ids are an array, and the condition matches no partial index: in the first
 * minutes of a list, PostgreSQL would scan such an index from end to end.
 */
export function livingOf(ids: string): string {
  return `select id from waitlist_entries where id = any(array(${ids})) and coalesce(erased_at, leaving_at) is null
    order by id for key share`
}

/** SQL: the people of `livingOf`, and also those whose request to join waits: mails reach them too. */
export function reachableOf(ids: string): string {
  return `select id from (${livingOf(ids)}) as living
    union all select person_id from (
      select person_id from join_requests where person_id = any(array(${ids}))
        and not exists (select from waitlist_entries where id = person_id) for key share) as waiting`
}

/** SQL: whether an entry has this id, and is neither erased nor about to be. */
export function isLiving(id: string): string {
  return `exists (select from waitlist_entries e where e.id = ${id} and e.erased_at is null and e.leaving_at is null)`
}

/** SQL: whether mails may reach the person with this id. */
export function isReachable(id: string): string {
  return `(${isLiving(id)} or exists (select from join_requests r where r.person_id = ${id}
    and not exists (select from waitlist_entries where id = r.person_id)))`
}

/**
 * Locks a person, or their requests to join, until the transaction ends, so that meanwhile nobody erases them or gives
 * them another address. Returns false if they are erased or leaving.
 */
export async function lockReachable(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query(reachableOf('select $1::uuid'), [id])
  return rows.length > 0
}

/** The ids among these whose entries are not erased. */
export async function findLiving(db: Queryable, ids: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from waitlist_entries where id = any($1) and erased_at is null',
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Whether the person with this id was erased, or is about to be because they want to leave. */
export async function hasLeft(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query(
    'select from waitlist_entries where id = $1 and (erased_at is not null or leaving_at is not null)',
    [id],
  )
  return rows.length === 1
}
