import type { Queryable } from '../db/pool.ts'
import { type Person, readPerson } from './read-person.ts'

/** Null if nobody on the list has this address. The address must be normalized. */
export async function findPerson(db: Queryable, email: string): Promise<Person | null> {
  const { rows } = await db.query<{ id: string }>('select id from waitlist_entries where email = $1', [email])
  return rows[0] ? readPerson(db, rows[0].id) : null
}

/** Whether the referrer has a counted credit for this friend. */
export async function isCredited(
  db: Queryable,
  { referrerId, friendId }: { referrerId: string; friendId: string },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from credits where friend_id = $1 and referrer_id = $2 and state = 'counted'`,
    [friendId, referrerId],
  )
  return rows.length === 1
}

/** The number of people, without erased and made-up ones. */
export async function countPeople(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    'select count(*)::int as people from waitlist_entries where erased_at is null and not is_seeded',
  )
  return rows[0]!.people
}

/** The emails of these entries by id. Erased people are missing. */
export async function readEmails(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'select id, email from waitlist_entries where id = any($1) and email is not null',
    [ids],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}
