import { randomUUIDv7 } from 'node:crypto'
import type { Backups } from '#shared/owner/backups.ts'
import { findValue, type Queryable } from '../db/query.ts'

export type Result = { file: string; bytes: number; entries: number } | { problem: string }

/**
 * Both happen within the hour, because servers ask every ten minutes. The result of an attempt stays until the next
 * one ends, so `began_at` is later than `ended_at` while one is in progress.
 */
const AGAIN_AFTER = '45 minutes'
const GIVEN_UP_AFTER = '30 minutes'

const IS_UNDER_WAY = `backups.began_at > coalesce(backups.ended_at, '-infinity')`
const IS_FREE = `case when ${IS_UNDER_WAY}
  then backups.began_at < now() - interval '${GIVEN_UP_AFTER}'
  else backups.problem is not null and backups.ended_at < now() - interval '${AGAIN_AFTER}' end`

/** `day`: null for a backup made by hand. Null if the day's backup may not begin. */
export function beginBackup(db: Queryable, day: string | null) {
  return findValue<string>(
    db,
    `insert into backups (id, day) values ($1, $2)
     on conflict (day) do update set id = excluded.id, began_at = now() where ${IS_FREE}
     returning id`,
    [randomUUIDv7(), day],
  )
}

export async function renewBackup(db: Queryable, id: string): Promise<void> {
  await db.query(`update backups set began_at = now() where id = $1 and ${IS_UNDER_WAY}`, [id])
}

export async function endBackup(db: Queryable, id: string, result: Result): Promise<void> {
  const { file, bytes, entries, problem } = { file: null, bytes: null, entries: null, problem: null, ...result }
  await db.query(
    'update backups set ended_at = now(), file = $2, bytes = $3, entries = $4, problem = $5 where id = $1',
    [id, file, bytes, entries, problem],
  )
}

export async function failUnended(db: Queryable, id: string, problem: string): Promise<void> {
  await db.query(`update backups set ended_at = now(), problem = $2 where id = $1 and ${IS_UNDER_WAY}`, [id, problem])
}

/** An earlier attempt on the same day keeps its result. */
export async function forgetBackup(db: Queryable, id: string): Promise<void> {
  await db.query(
    `with kept as (update backups set began_at = ended_at where id = $1 and began_at > ended_at)
     delete from backups where id = $1 and ended_at is null`,
    [id],
  )
}

export async function readBackups(db: Queryable): Promise<Pick<Backups, 'last' | 'failure' | 'is_under_way'>> {
  const { rows } = await db.query<Ended>(
    `select * from (
       (select * from backups where ended_at is not null and problem is null order by ended_at desc limit 1)
       union (select * from backups where ended_at is not null order by ended_at desc limit 1)) as newest
     order by ended_at desc`,
  )
  const { rowCount: underWay } = await db.query(
    `select from backups where ${IS_UNDER_WAY} and began_at > now() - interval '${GIVEN_UP_AFTER}' limit 1`,
  )
  const made = rows.find(({ problem }) => problem === null)
  const failed = rows.find(({ problem }) => problem !== null)
  return {
    last: made
      ? { at: made.ended_at.toISOString(), file: made.file, bytes: Number(made.bytes), entries: made.entries }
      : null,
    is_under_way: underWay === 1,
    failure: failed ? { at: failed.ended_at.toISOString(), problem: failed.problem! } : null,
  }
}

type Ended = { ended_at: Date; file: string; bytes: string; entries: number; problem: string | null }
