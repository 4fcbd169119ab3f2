import type { Answers } from '#shared/site/questions.ts'
import type { Utm } from '#shared/joining/join.ts'
import { emailKey } from '../../base/email-key.ts'
import { readEmails } from '../../people/find-person.ts'
import { findColumn, findRows, type Queryable, type Transaction } from '../../db/query.ts'

/**
 * The personal data of a row, kept until the entry is stored. The column `email` has the key of the address, so that
 * erasing finds the row; `spelling` is the address itself if it differs from its key.
 */
type Data = {
  created_at: string | null
  utm: Utm | null
  answers: Answers
  full_name?: string
  tags?: string[]
  language?: string
  is_opted_out?: boolean
  /** The codes that the person has on later lines of the file. */
  codes?: string[]
  spelling?: string
}

export type ImportRow = {
  entry_id: string
  line: number
  email: string
  data: Data
  code: string | null
  /** The number of friends that the file counts but does not name. */
  friends: number
  referrer_code: string | null
  referrer_id: string | null
}

type OfAct = { actId: string; ids: string[] }

/** The query that finds the entries of an act's rows. */
export function entriesOf(actId: string): { text: string; values: unknown[] } {
  return { text: 'select entry_id as id from import_rows where act_id = $1', values: [actId] }
}

/**
 * The rows of these entries that are not stored yet, in the order of the import, which is also the order of the
 * entries' ids.
 */
export function readRows(db: Queryable, { actId, ids }: OfAct) {
  return findRows<ImportRow>(
    db,
    `select entry_id, line, coalesce(data ->> 'spelling', email) as email, data, code, friends, referrer_code, referrer_id from import_rows
     where act_id = $1 and entry_id = any($2) and email is not null order by entry_id`,
    [actId, ids],
  )
}

/**
 * Moves rows to the entries of people who joined after the file was read. These people credit nobody through the file.
 * Returns the ids of those with friends who are stored already: their credits are due.
 */
export async function renameRows(
  tx: Transaction,
  { actId, renamed }: { actId: string; renamed: { from: string; to: string }[] },
): Promise<string[]> {
  if (renamed.length === 0) return []
  await tx.query(
    `update import_rows r set entry_id = t."to", referrer_id = null from json_to_recordset($2) as t ("from" uuid, "to" uuid)
     where r.act_id = $1 and r.entry_id = t."from"`,
    [actId, JSON.stringify(renamed)],
  )
  return findColumn<string>(
    tx,
    `with friends as (
       update import_rows r set referrer_id = t."to" from json_to_recordset($2) as t ("from" uuid, "to" uuid)
       where r.act_id = $1 and r.referrer_id = t."from" returning r.referrer_id, r.email
     )
     select distinct referrer_id as id from friends where email is null`,
    [actId, JSON.stringify(renamed)],
  )
}

/** Call this once these entries are stored. Empties the rows whose credit is still pending, and deletes the others. */
export async function settleRows(tx: Transaction, { actId, ids }: OfAct): Promise<void> {
  await tx.query(
    `update import_rows set email = null, data = null where act_id = $1 and entry_id = any($2) and referrer_id is not null`,
    [actId, ids],
  )
  await tx.query('delete from import_rows where act_id = $1 and entry_id = any($2) and referrer_id is null', [
    actId,
    ids,
  ])
}

/** The ids of the referrers of these entries. Skips entries that are not stored yet. */
export function readReferrers(tx: Transaction, { actId, ids }: OfAct) {
  return findColumn<string>(
    tx,
    `select distinct referrer_id as id from import_rows
     where act_id = $1 and entry_id = any($2) and referrer_id is not null and email is null`,
    [actId, ids],
  )
}

/** Removes and returns the pending credits of these referrers whose friends are stored. */
export function takeCredits(tx: Transaction, { actId, referrers }: { actId: string; referrers: string[] }) {
  return findRows<{ friend_id: string; referrer_id: string }>(
    tx,
    `delete from import_rows where act_id = $1 and referrer_id = any($2) and email is null
     returning entry_id as friend_id, referrer_id`,
    [actId, referrers],
  )
}

/** Deletes the remaining rows of a file when its act has ended. */
export async function dropRows(tx: Transaction, actId: string): Promise<void> {
  await tx.query('delete from import_rows where act_id = $1', [actId])
}

/** Call this while the entries still have their addresses. */
export async function forgetRows(tx: Transaction, ids: string[]): Promise<void> {
  const emails = [...(await readEmails(tx, ids)).values()]
  await tx.query('delete from import_rows where entry_id = any($1)', [ids])
  await tx.query('delete from import_rows where email = any($1)', [emails.map(emailKey)])
}
