import type { Queryable, Transaction } from '../db/pool.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'

/** Whether this kind of judging has joins to process. Takes no locks, so that an idle server writes nothing. */
export async function isWaiting(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ is_waiting: boolean }>(
    `select exists (select from join_traces where position > (select position from judging where name = $1)) as is_waiting`,
    [name],
  )
  return rows[0]!.is_waiting
}

/**
 * Locks one kind of judging until the transaction ends. Returns the last judged position; null while another server has
 * the lock.
 */
export async function takeTurn(tx: Transaction, name: string): Promise<number | null> {
  const { rows } = await tx.query<{ position: number }>(
    'select position from judging where name = $1 for update skip locked',
    [name],
  )
  return rows[0]?.position ?? null
}

export async function endTurn(tx: Transaction, name: string, position: number): Promise<void> {
  await tx.query('update judging set position = $2 where name = $1', [name, position])
}

/** The number of joins after this position, up to a limit, and the position of the last of them. */
export async function findRange(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ joins: number; last: number | null }> {
  const { rows } = await db.query<{ joins: number; last: number | null }>(
    `select count(*)::int as joins, max(position) as last
     from (select position from join_traces where position > $1 order by position limit $2) as range`,
    [after, limit],
  )
  return rows[0]!
}

/** A join with its position, and whether a mark is open on it. */
export type Seen = { id: string; email: string; inviter_id: string | null; position: number; is_doubtful: boolean }

/** The joins in a range, in order. Erased people have no trace, so they are left out. */
export async function readSeen(db: Queryable, { after, last }: { after: number; last: number }): Promise<Seen[]> {
  const { rows } = await db.query<Seen>(
    `select e.id, e.email, e.inviter_id, t.position, e.is_doubtful
     from join_traces t join waitlist_entries e on e.id = t.entry_id
     where t.position > $1 and t.position <= $2 and e.erased_at is null order by t.position`,
    [after, last],
  )
  return rows
}

/** Deletes everything that judging stored about these entries. */
export async function forgetTrust(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    'delete from join_traces where position in (select joined_position from waitlist_entries where id = any($1))',
    [ids],
  )
  await tx.query(
    `delete from mail_domains
     where domain in (select ${KEYED_DOMAIN} from ${KEYED_ENTRIES} as e where id = any($1))`,
    [ids],
  )
}

const MOST_AT_ONCE = 10_000

/** Deletes some traces from before this time, the oldest first. Returns whether there may be more. */
export async function dropTraces(db: Queryable, before: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from join_traces where position in (
       select position from (select position, at from join_traces order by position limit ${MOST_AT_ONCE}) as oldest
       where at < $1)`,
    [before],
  )
  return rowCount === MOST_AT_ONCE
}
