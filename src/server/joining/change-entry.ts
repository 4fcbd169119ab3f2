import type { FriendMails } from '#shared/joining/place.ts'
import { countUpdates } from '../listing/rows/counter.ts'
import { recordEvents } from '../people/events/record-events.ts'
import { forgetKeys, keepKeys, livingOf } from '../people/addresses/email-keys.ts'
import { forgetRequests } from './requests.ts'
import { ANSWER_COLUMNS } from '../people/answer-columns.ts'
import { findRow, findValue, hasRows, type Queryable, type Transaction } from '../db/query.ts'

type Change = {
  entryId: string
  to: string
  isProven: boolean
}

/** Nobody on the list may have the new address. Call this with the counter locked. */
export async function readdressEntry(tx: Transaction, { entryId, to, isProven }: Change): Promise<void> {
  await tx.query(
    `update waitlist_entries set email = $2, updated_at = now(),
       confirmed_at = case when $3 then now() else confirmed_at end where id = $1`,
    [entryId, to, isProven],
  )
  await forgetRequests(tx, entryId)
  await forgetKeys(tx, [entryId])
  await keepKeys(tx, [{ id: entryId, email: to }])
  await recordEvents(tx, 'readdressed', [entryId])
  await countUpdates(tx, 1)
}

export async function endQuiet(db: Queryable, id: string): Promise<void> {
  await db.query('update waitlist_entries set is_quiet = false where id = $1 and is_quiet', [id])
}

export async function readSubmissions(
  db: Queryable,
  entryId: string,
): Promise<{ created_at: Date; position: number; referral_code: string }[]> {
  const { rows } = await db.query(
    `select created_at, coalesce(answered_position, joined_position) as position, referral_code
     from waitlist_entries where id = $1 and submission_id is not null
     union all
     select created_at, position, code from referral_codes where entry_id = $1 and submission_id is not null
     order by created_at`,
    [entryId],
  )
  return rows
}

export async function setLanguage(db: Queryable, { id, language }: { id: string; language: string }): Promise<void> {
  await db.query(
    `update waitlist_entries set language = $2, updated_at = now() where id = $1 and erased_at is null and language <> $2`,
    [id, language],
  )
}

export async function setFriendMails(db: Queryable, { id, wish }: { id: string; wish: FriendMails }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update waitlist_entries set friend_mails = $2 where id = $1 and erased_at is null and friend_mails <> $2`,
    [id, wish],
  )
  return rowCount === 1
}

export function setOnlyPlace(db: Queryable, { id, isOnly }: { id: string; isOnly: boolean }) {
  return hasRows(
    db,
    `update waitlist_entries set updates_off_at = case when $2 then now() end
     where id = $1 and erased_at is null and (updates_off_at is not null) <> $2`,
    [id, isOnly],
  )
}

/** `is_unproven`: from a browser that showed no token of the entry. */
export type FullName = { entry_id: string; full_name: string; is_unproven: boolean }

export function addNamesOf(query: string): string {
  return `insert into full_names (entry_id, full_name) select id, name from (${query}) as named (id, name) where name <> ''`
}

/** Log a change in the same transaction, so that searches find the new name. */
export async function keepNames(db: Queryable, names: FullName[]): Promise<void> {
  if (names.length === 0) return
  await db.query(
    `insert into full_names (entry_id, full_name, is_unproven, given_at)
     select entry_id, full_name, is_unproven, clock_timestamp()
     from json_to_recordset($1) as t (entry_id uuid, full_name text, is_unproven boolean)
       join (${livingOf('select unnest($2::uuid[])')}) as living on living.id = entry_id
     order by entry_id
     on conflict (entry_id) do update set full_name = excluded.full_name, is_unproven = excluded.is_unproven,
       given_at = excluded.given_at`,
    [JSON.stringify(names), names.map(({ entry_id }) => entry_id)],
  )
}

export function readFullName(db: Queryable, entryId: string) {
  return findRow<FullName>(db, 'select entry_id, full_name, is_unproven from full_names where entry_id = $1', [entryId])
}

export function readGreetedName(db: Queryable, entryId: string) {
  return findValue<string>(
    db,
    `select n.full_name from full_names n join waitlist_entries e on e.id = n.entry_id
     where n.entry_id = $1 and not n.is_unproven and e.confirmed_at is not null`,
    [entryId],
  )
}

export async function forgetNames(db: Queryable, ids: string[]): Promise<void> {
  await db.query('delete from full_names where entry_id = any($1)', [ids])
}

export async function readFullNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<FullName>('select entry_id, full_name from full_names where entry_id = any($1)', [
    ids,
  ])
  return new Map(rows.map(({ entry_id, full_name }) => [entry_id, full_name]))
}

export type Erasable = {
  id: string
  email: string
  is_rejected: boolean
  is_seeded: boolean
  has_confirmed: boolean
}

/** Does not wait: entries that another transaction has locked are `busy`. */
export async function lockEntries(tx: Transaction, ids: string[]): Promise<{ locked: Erasable[]; busy: string[] }> {
  const { rows: locked } = await tx.query<Erasable>(
    `select id, email, is_rejected, is_seeded, confirmed_at is not null as has_confirmed
     from waitlist_entries
     where id = any($1) and erased_at is null order by id for update skip locked`,
    [ids],
  )
  const { rows: busy } = await tx.query<{ id: string }>(
    'select id from waitlist_entries where id = any($1) and id <> all($2) and erased_at is null',
    [ids, locked.map(({ id }) => id)],
  )
  return { locked, busy: busy.map(({ id }) => id) }
}

/** False if they were leaving already. Call this with the counter locked. */
export async function markLeaving(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update waitlist_entries set leaving_at = now(), updated_at = now()
     where id = $1 and erased_at is null and leaving_at is null`,
    [id],
  )
  if (rowCount === 1) await forgetRequests(tx, id)
  return rowCount === 1
}

const NO_ANSWERS = ANSWER_COLUMNS.split(', ')
  .map((column) => `${column} = ${['problems', 'goals'].includes(column) ? `'{}'` : 'null'}`)
  .join(', ')

/** Keeps the positions and codes. Call this with the counter locked. */
export async function forgetEntries(tx: Transaction, ids: string[]): Promise<void> {
  await forgetKeys(tx, ids)
  await forgetNames(tx, ids)
  await tx.query('delete from entry_revisions where entry_id = any($1)', [ids])
  await tx.query(
    'update referral_codes set submission_id = null, position = null where entry_id = any($1) and submission_id is not null',
    [ids],
  )
  await tx.query(
    `update named_codes n set joins = joins - gone from (
       select named_code, count(*)::integer as gone from waitlist_entries
       where id = any($1) and named_code is not null and erased_at is null group by 1) as leaving
     where n.code = named_code`,
    [ids],
  )
  await tx.query(
    `update waitlist_entries
     set email = null, erased_at = now(), updated_at = now(), ${NO_ANSWERS}, used_referral_code = null, utm = null,
       elapsed_ms = null, recent_changes = null, state = 'waiting', rejected_before = false,
       needs_confirmation = false, confirmed_at = null, is_unproven = false, privacy_version = null, leaving_at = null,
       imported_by = null, is_quiet = false, inviter_id = null, named_code = null, marks = null, mailbox = null, own_domain = null, rivals = null,
       submission_id = null, answered_position = null, seen_at = null, block = null, counts = false, rule = null,
       is_rejected = false, is_accepted = false, language = 'en', friend_mails = 'each'
     where id = any($1)`,
    [ids],
  )
}

type Slice = { days: number; after: string; limit: number }

/**
 * SQL: old rows are at the beginning of the index, because ids begin with a time. Servers' clocks differ by less than a
 * day.
 */
const IS_MAYBE_OLD = (id: string) =>
  `${id} < (lpad(to_hex((extract(epoch from now() - ($2 - 1) * interval '1 day') * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid`

export async function dropRevisions(db: Queryable, { days, after, limit }: Slice): Promise<string | null> {
  return (await findValue<string | null>(
    db,
    `with slice as materialized (
       select id from entry_revisions where id > $1 and ${IS_MAYBE_OLD('id')} order by id limit $3
     ), dropped as (
       delete from entry_revisions r using slice
       where r.id = slice.id and r.replaced_at < now() - $2 * interval '1 day'
     )
     select max(id::text) as last from slice`,
    [after, days, limit],
  ))!
}
