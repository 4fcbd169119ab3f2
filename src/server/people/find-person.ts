import type { FriendMails } from '#shared/joining/place.ts'
import { ADDRESSES, bounceOf, holderOf, IS_OPTED_OUT, toAddresses } from './addresses/email-keys.ts'
import { bonusOf, placesOf, ruleNow } from './places/referral-rule.ts'
import type { Answers } from '#shared/site/questions.ts'
import { FROM_COUNTER } from './events/record-events.ts'
import { ANSWER_COLUMNS } from './answer-columns.ts'
import { IS_REFERRED } from './why.ts'
import type { UnknownResponse } from '#shared/owner/admin.ts'
import { readEmail } from '#shared/values/email.ts'
import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { findColumn, findRow, findRows, findValue, type Queryable } from '../db/query.ts'

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
  const credited = new Set(
    await findColumn<string>(
      db,
      'select id as friend_id from waitlist_entries where id = any($1) and inviter_id = $2 and counts',
      [friendIds, referrerId],
    ),
  )
  return friendIds.filter((id) => credited.has(id))
}

export async function positionWithout(db: Queryable, id: string, friendIds: string[]) {
  return (await findValue<number>(
    db,
    `select greatest(1, f.joined_position - ${placesOf('(f.referrals - counting)')}) as position
     from waitlist_entries f cross join (${ruleNow()}) as rule
       cross join (select count(*)::integer as counting from waitlist_entries where id = any($2) and inviter_id = $1 and counts) as friends
     where f.id = $1`,
    [id, friendIds],
  ))!
}

export async function countPeople(db: Queryable) {
  return (await findValue<number>(
    db,
    `select count(*)::int as people from waitlist_entries
     where erased_at is null and not is_seeded and not is_quiet`,
  ))!
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
export function findIds(db: Queryable, emails: string[]) {
  return findColumn<string>(
    db,
    `select id from waitlist_entries where id in (select ${holderOf('t')} from ${ADDRESSES}) and not is_seeded`,
    toAddresses(emails),
  )
}

export async function hasJoins(db: Queryable) {
  return (await findValue<boolean>(db, 'select exists (select from waitlist_entries) as has'))!
}

export type Person = Answers & {
  id: string
  email: string
  position: number
  joined_position: number
  places_by_friends: number
  /** Places ahead, because they joined by a link. */
  bonus: number
  referral_code: string
  referrals: number
  /** As typed, even if no entry has this code. */
  used_referral_code: string | null
  is_referred: boolean
  utm: Record<string, string> | null
  created_at: Date
  language: string
  is_rejected: boolean
  is_doubtful: boolean
  has_pressed: boolean
  /** Whether they do not count for their inviter, and would if they pressed a button in a mail. */
  counts_after_press: boolean
  /** Imported, and neither joined here nor invited: no mails about friends. */
  is_quiet: boolean
  is_opted_out: boolean
  wants_only_place: boolean
  friend_mails: FriendMails
  bounce: string | null
}

const COUNTS_AFTER_PRESS = `(e.confirmed_at is null and e.state <> 'admitted' and not e.is_accepted and e.inviter_id is not null
    and not e.counts and not e.is_rejected and not e.is_doubtful)`

const BONUS = `(select ${bonusOf('e')} from (select bonus ${FROM_COUNTER}) as rule)`

const PERSON = `id, email, position, joined_position, newest_code as referral_code, referrals, used_referral_code,
  ${BONUS} as bonus, credited_places - ${BONUS} as places_by_friends,
  ${IS_REFERRED} as is_referred, ${ANSWER_COLUMNS}, utm, created_at, language, is_rejected, is_doubtful,
  confirmed_at is not null as has_pressed, ${COUNTS_AFTER_PRESS} as counts_after_press, is_quiet,
  ${IS_OPTED_OUT} as is_opted_out,
  updates_off_at is not null as wants_only_place, friend_mails,
  ${bounceOf('e.id')} as bounce`

const IS_SOMEBODY = 'e.erased_at is null and e.leaving_at is null and not e.is_seeded'

export function readPerson(db: Queryable, id: string) {
  return findRow<Person>(db, `select ${PERSON} from waitlist_entries e where e.id = $1 and ${IS_SOMEBODY}`, [id])
}

export function readTags(db: Queryable, id: string) {
  return findColumn<string>(db, 'select tag from entry_tags where entry_id = $1 order by tag', [id])
}

/** The next people in the order of joining, at most `limit`, without those who were only imported. */
export function readPeopleAfter(db: Queryable, { joinedPosition, limit }: { joinedPosition: number; limit: number }) {
  return findRows<Person>(
    db,
    `select ${PERSON} from waitlist_entries e
     where e.joined_position > $1 and ${IS_SOMEBODY} and not e.is_quiet
     order by e.joined_position limit $2`,
    [joinedPosition, limit],
  )
}

export async function findUnknown(db: Queryable, emails: string[]): Promise<UnknownResponse> {
  const stored = (email: string) => normalizeEmail(readEmail(email))
  const known = await findIdsByEmail(db, emails.map(stored))
  return { unknown: emails.filter((email) => !known.has(stored(email))) }
}

export type ForPrograms = Answers & { id: string; email: string; position: number; source: string | null }

export async function readForPrograms(db: Queryable, ids: string[]): Promise<Map<string, ForPrograms>> {
  const { rows } = await db.query<ForPrograms>(
    `select id, email, position, utm ->> 'source' as source, ${ANSWER_COLUMNS} from waitlist_entries
     where id = any($1) and erased_at is null and leaving_at is null`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
