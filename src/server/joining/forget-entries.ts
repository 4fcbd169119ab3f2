import type { Transaction } from '../db/pool.ts'
import { forgetKeys } from '../people/addresses/email-keys.ts'
import { forgetNames } from './stored/full-names.ts'
import { forgetRequests } from './requests.ts'
import { ANSWER_COLUMNS } from '../people/answer-columns.ts'

/** The part of an entry that erasing needs. */
export type Erasable = {
  id: string
  email: string
  is_rejected: boolean
  is_seeded: boolean
  /** Whether the person proved that the address is theirs, even if the list does not demand it. */
  has_confirmed: boolean
}

/**
 * Locks these entries until the transaction ends, so that nothing is written about them meanwhile. Does not wait:
 * entries that another transaction has locked are `busy`. Erased entries are in neither list.
 */
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

/**
 * Marks a person as leaving until they are erased. Deletes the requests that wait for their confirmation, so all
 * requests that wait afterwards were sent later. Returns false if they were marked already. Call this with the counter
 * locked.
 */
export async function markLeaving(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update waitlist_entries set leaving_at = now(), updated_at = now()
     where id = $1 and erased_at is null and leaving_at is null`,
    [id],
  )
  if (rowCount === 1) await forgetRequests(tx, id)
  return rowCount === 1
}

/** SQL: sets the column of every answer to its empty value. */
const NO_ANSWERS = ANSWER_COLUMNS.split(', ')
  .map((column) => `${column} = ${['problems', 'goals'].includes(column) ? `'{}'` : 'null'}`)
  .join(', ')

/**
 * Erases the personal data of these entries. An entry keeps its joining position, its codes, which no longer credit
 * anybody, and the places that it gained through friends. Call this with the counter locked.
 */
export async function forgetEntries(tx: Transaction, ids: string[]): Promise<void> {
  await forgetKeys(tx, ids)
  await forgetNames(tx, ids)
  await tx.query('delete from entry_revisions where entry_id = any($1)', [ids])
  await tx.query('delete from submissions where entry_id = any($1)', [ids])
  await tx.query(
    `update waitlist_entries
     set email = null, erased_at = now(), updated_at = now(), ${NO_ANSWERS}, used_referral_code = null, utm = null,
       elapsed_ms = null, recent_changes = null, state = 'waiting', rejected_before = false,
       needs_confirmation = false, confirmed_at = null, is_unproven = false, privacy_version = null, leaving_at = null,
       imported_by = null, is_quiet = false, inviter_id = null, marks = null, mailbox = null, own_domain = null, rivals = null, counts = false, rule = null,
       is_rejected = false, is_accepted = false
     where id = any($1)`,
    [ids],
  )
}
