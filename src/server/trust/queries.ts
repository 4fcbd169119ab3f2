import { FROM_COUNTER } from '../events/counter-row.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/addresses/email-keys.ts'

export async function isWaiting(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ is_waiting: boolean }>(
    `select last_position > (select position from judging where name = $1) as is_waiting ${FROM_COUNTER}`,
    [name],
  )
  return rows[0]!.is_waiting
}

/** Null while another server has the lock. */
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

export async function findRange(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ joins: number; last: number | null }> {
  const { rows } = await db.query<{ joins: number; last: number | null }>(
    `select count(*)::int as joins, max(joined_position) as last
     from (select joined_position from waitlist_entries where joined_position > $1 order by joined_position limit $2) as range`,
    [after, limit],
  )
  return rows[0]!
}

export type Seen = { id: string; email: string; inviter_id: string | null; position: number; is_doubtful: boolean }

export async function readSeen(db: Queryable, { after, last }: { after: number; last: number }): Promise<Seen[]> {
  const { rows } = await db.query<Seen>(
    `select id, email, inviter_id, joined_position as position, is_doubtful from waitlist_entries
     where joined_position > $1 and joined_position <= $2 and seen_at is not null order by joined_position`,
    [after, last],
  )
  return rows
}

export async function forgetTrust(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(
    `delete from mail_domains
     where domain in (select ${KEYED_DOMAIN} from ${KEYED_ENTRIES} as e where id = any($1))`,
    [ids],
  )
}

const MOST_AT_ONCE = 10_000

export async function dropTraces(db: Queryable, before: Date): Promise<boolean> {
  const { rows } = await db.query<{ read: number }>(
    `with slice as materialized (
       select id, joined_position, seen_at from waitlist_entries
       where joined_position > (select position from judging where name = 'traces')
       order by joined_position limit ${MOST_AT_ONCE}
     ), old as materialized (
       select * from slice
       where joined_position < coalesce((select min(joined_position) from slice where seen_at >= $1), 2147483647)
     ), forgotten as (
       update waitlist_entries e set seen_at = null, block = null from old where e.id = old.id and old.seen_at is not null
     )
     update judging set position = coalesce((select max(joined_position) from old), position) where name = 'traces'
     returning (select count(*)::int from old) as read`,
    [before],
  )
  return rows[0]!.read === MOST_AT_ONCE
}
