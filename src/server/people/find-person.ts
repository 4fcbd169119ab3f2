import type { Queryable } from '../db/pool.ts'
import { ADDRESSES, holderOf, toAddresses } from './addresses/email-keys.ts'
import { placesOf, ruleNow } from '../places/referral-rule.ts'
import { type Person, readPerson } from './read-person.ts'

/** Null if nobody on the list has this address. The address must be normalized. */
export async function findPerson(db: Queryable, email: string): Promise<Person | null> {
  const id = (await findIdsByEmail(db, [email])).get(email)
  return id === undefined ? null : readPerson(db, id)
}

/** The friends among these, in the same order, for whom the referrer has a counted credit. */
export async function keepCredited(
  db: Queryable,
  { referrerId, friendIds }: { referrerId: string; friendIds: string[] },
): Promise<string[]> {
  const { rows } = await db.query<{ friend_id: string }>(
    'select id as friend_id from waitlist_entries where id = any($1) and inviter_id = $2 and counts',
    [friendIds, referrerId],
  )
  const credited = new Set(rows.map(({ friend_id }) => friend_id))
  return friendIds.filter((id) => credited.has(id))
}

export async function positionWithout(db: Queryable, id: string, friendIds: string[]): Promise<number> {
  const { rows } = await db.query<{ position: number }>(
    `select greatest(1, f.joined_position - ${placesOf('(f.referrals - counting)')}) as position
     from waitlist_entries f cross join (${ruleNow()}) as rule
       cross join (select count(*)::integer as counting from waitlist_entries where id = any($2) and inviter_id = $1 and counts) as friends
     where f.id = $1`,
    [id, friendIds],
  )
  return rows[0]!.position
}

export async function countPeople(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    `select count(*)::int as people from waitlist_entries
     where erased_at is null and not is_seeded and not is_quiet`,
  )
  return rows[0]!.people
}

/** The ids of these people by email, however it is written. The emails must be normalized; unknown ones are missing. */
export async function findIdsByEmail(db: Queryable, emails: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string | null; email: string }>(
    `select email, ${holderOf('t')} as id from ${ADDRESSES}`,
    toAddresses(emails),
  )
  return new Map(rows.flatMap(({ id, email }) => (id === null ? [] : [[email, id]])))
}

/** The emails of these entries by id. Erased people are missing. */
export async function readEmails(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; email: string }>(
    'select id, email from waitlist_entries where id = any($1) and email is not null',
    [ids],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The address to which mails to this person go: of their entry, or of their request to join. Null if there is none. */
export async function readAddress(db: Queryable, id: string): Promise<string | null> {
  return (await readAddresses(db, [id])).get(id) ?? null
}

export async function readAddresses(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select person_id as id, request ->> 'email' as email from join_requests where person_id = any($1)
     union all select id, email from waitlist_entries where id = any($1) and email is not null`,
    [ids],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The ids of everybody who has one of these addresses, which must be normalized. Leaves out made-up people. */
export async function findIds(db: Queryable, emails: string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from waitlist_entries where id in (select ${holderOf('t')} from ${ADDRESSES}) and not is_seeded`,
    toAddresses(emails),
  )
  return rows.map(({ id }) => id)
}

export async function hasJoins(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>('select exists (select from waitlist_entries) as has')
  return rows[0]!.has
}
