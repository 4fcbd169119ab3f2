import { livingOf } from './email-keys.ts'
import { findRow, findValue, type Queryable, type Transaction } from '../../db/query.ts'

/** A person may mistype their address, but must not flood strangers. */
const MAX_ASKED_PER_DAY = 5

/** `retryAfter`: in seconds. `gone`: erased or leaving. */
export async function askForChange(
  tx: Transaction,
  { entryId, email }: { entryId: string; email: string },
): Promise<'asked' | 'gone' | { retryAfter: number }> {
  const { rowCount } = await tx.query(
    `insert into email_changes as c (entry_id, email, recent) select id, $2, array[now()] from (${livingOf('select $1::uuid')}) as living
     on conflict (entry_id) do update set email = excluded.email, asked_at = now(), confirmed_at = null,
       recent = ${withinADay('c.recent')} || now()
     where cardinality(${withinADay('c.recent')}) < ${MAX_ASKED_PER_DAY}`,
    [entryId, email],
  )
  if (rowCount === 1) return 'asked'
  const { rows } = await tx.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from min(at) + interval '1 day' - now()))::int as seconds
     from email_changes, unnest(${withinADay('recent')}) as at where entry_id = $1`,
    [entryId],
  )
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? 'gone' : { retryAfter: Math.max(1, seconds) }
}

export function readWaitingChange(db: Queryable, entryId: string) {
  return findRow<{ email: string; asked_at: Date }>(
    db,
    'select email, asked_at from email_changes where entry_id = $1 and email is not null',
    [entryId],
  )
}

export function lockChange(tx: Transaction, entryId: string) {
  return findRow<{ email: string | null }>(tx, 'select email from email_changes where entry_id = $1 for update', [
    entryId,
  ])
}

export async function confirmChange(tx: Transaction, entryId: string): Promise<void> {
  await tx.query('update email_changes set confirmed_at = coalesce(confirmed_at, now()) where entry_id = $1', [entryId])
}

export function readConfirmed(tx: Transaction, entryId: string) {
  return findValue<string>(tx, 'select email from email_changes where entry_id = $1 and confirmed_at is not null', [
    entryId,
  ])
}

export async function finishChange(tx: Transaction, entryId: string): Promise<void> {
  await tx.query('update email_changes set email = null where entry_id = $1', [entryId])
}

export async function forgetChanges(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from email_changes where entry_id = any($1)', [ids])
}

export async function dropChanges(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from email_changes where asked_at < now() - $1 * interval '1 day'`, [days])
}

export function withinADay(times: string): string {
  return `array(select at from unnest(${times}) as at where at between now() - interval '1 day' and now())`
}
