import type { Queryable, Transaction } from '../db/pool.ts'
import { advanceCounter } from '../listing/rows/counter.ts'
import { recordEvents } from '../events/record-events.ts'
import { forgetKeys, keepKeys } from '../people/addresses/email-keys.ts'
import { forgetRequests } from './requests.ts'

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
  await advanceCounter(tx, { entries: 0, updates: 1 })
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

export async function setOnlyPlace(db: Queryable, { id, isOnly }: { id: string; isOnly: boolean }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update waitlist_entries set updates_off_at = case when $2 then now() end
     where id = $1 and erased_at is null and (updates_off_at is not null) <> $2`,
    [id, isOnly],
  )
  return rowCount === 1
}
