import type { Db } from 'pg-boss'
import type { Channel } from '#shared/owner/integrations.ts'
import type { Requeue, StandsStill, Target } from '../../jobs/jobs.ts'

/**
 * SQL: whether a newer notification to the same referrer exists. One mail tells about all friends, so only the newest
 * kept notification counts.
 */
export const IS_OVERTAKEN = `d.friend_id is not null and exists (
  select from deliveries later
  where later.entry_id = d.entry_id and later.channel = d.channel and later.friend_id > d.friend_id)`

/** Marks the oldest stalled deliveries as `queued`. Skips deliveries that another transaction has locked. */
export async function queueStanding(tx: Db, { channel, state, until }: Requeue, limit: number): Promise<Target[]> {
  const { rows } = await tx.executeSql(
    `with standing as (
       select d.entry_id, d.friend_id from deliveries d
       where d.channel = $1 and d.state = $2 and d.changed_at <= $3
       order by d.changed_at, d.entry_id desc limit $4 for update skip locked)
     update deliveries d
     set state = 'queued', changed_at = now()
     from standing s
     where d.entry_id = s.entry_id and d.channel = $1 and d.friend_id is not distinct from s.friend_id
     returning d.entry_id, d.friend_id`,
    [channel, state, until, limit],
  )
  return rows
}

/** Queues a delivery that was given up, dismissed or not. False if it was not given up. */
export async function queueFailed(tx: Db, { channel, target }: { channel: Channel; target: Target }): Promise<boolean> {
  const { rows } = await tx.executeSql(
    `update deliveries set state = 'queued', changed_at = now()
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3
       and state in ('failed', 'dismissed') returning entry_id`,
    [target.entry_id, channel, target.friend_id],
  )
  return rows.length === 1
}

type Standing = { channels: Channel[]; state: StandsStill }

/** The number of deliveries that a requeue of these channels would send, and the current time of the database. */
export async function countStanding(db: Db, { channels, state }: Standing): Promise<{ count: number; until: string }> {
  const { rows } = await db.executeSql(
    `select count(*)::int as count, clock_timestamp()::text as until from deliveries d
     where d.channel = any($1) and d.state = $2 and not (d.state = 'not set up' and ${IS_OVERTAKEN})`,
    [channels, state],
  )
  return rows[0]
}

/** Whether a requeue of these channels is already under way. */
export async function isRequeueing(db: Db, { channels, state }: Standing): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select from pgboss.job where name = 'requeue' and state < 'completed'
       and data #>> '{bodies,0,channel}' = any($1) and data #>> '{bodies,0,state}' = $2 limit 1`,
    [channels, state],
  )
  return rows.length === 1
}

/** Locks the service's row until the transaction ends, so that two transactions cannot both start a requeue. */
export async function lockService(tx: Db, service: string): Promise<void> {
  await tx.executeSql('select from outside_services where service = $1 for update', [service])
}

/**
 * Marks pending deliveries that have no job as `queued`. Jobs are lost if they are deleted by hand, or wait longer than
 * the queue keeps them. Skips deliveries that changed within the last minute: another server may just have queued them.
 */
export async function queueForgotten(tx: Db, channel: Channel): Promise<Target[]> {
  const { rows } = await tx.executeSql(
    `with known as materialized (
       select coalesce(data #>> '{bodies,0,entry_id}', data #>> '{bodies,0,message_id}')::uuid as entry_id,
         (data #>> '{bodies,0,friend_id}')::uuid as friend_id
       from pgboss.job where name = $1 and state < 'completed')
     update deliveries d set state = 'queued', changed_at = now()
     where channel = $1 and state in ('queued', 'sending', 'waiting', 'retrying')
       and changed_at < now() - interval '1 minute' and (claimed_until is null or claimed_until < now())
       and not exists (
         select from known k
         where k.entry_id = d.entry_id and coalesce(k.friend_id, k.entry_id) = coalesce(d.friend_id, d.entry_id))
     returning d.entry_id, d.friend_id`,
    [channel],
  )
  return rows
}
