import type { Queryable, Transaction } from '../db/pool.ts'
import { forgetKeys } from '../people/addresses/email-keys.ts'
import { forgetNames } from './full-names.ts'
import { forgetRequests } from './requests.ts'
import { ANSWER_COLUMNS } from '../people/answer-columns.ts'

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
    `update waitlist_entries
     set email = null, erased_at = now(), updated_at = now(), ${NO_ANSWERS}, used_referral_code = null, utm = null,
       elapsed_ms = null, recent_changes = null, state = 'waiting', rejected_before = false,
       needs_confirmation = false, confirmed_at = null, is_unproven = false, privacy_version = null, leaving_at = null,
       imported_by = null, is_quiet = false, inviter_id = null, marks = null, mailbox = null, own_domain = null, rivals = null,
       submission_id = null, answered_position = null, seen_at = null, block = null, counts = false, rule = null,
       is_rejected = false, is_accepted = false, language = 'en'
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
  const { rows } = await db.query<{ last: string | null }>(
    `with slice as materialized (
       select id from entry_revisions where id > $1 and ${IS_MAYBE_OLD('id')} order by id limit $3
     ), dropped as (
       delete from entry_revisions r using slice
       where r.id = slice.id and r.replaced_at < now() - $2 * interval '1 day'
     )
     select max(id::text) as last from slice`,
    [after, days, limit],
  )
  return rows[0]!.last
}
