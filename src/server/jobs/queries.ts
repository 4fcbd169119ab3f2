import type { Service } from '#shared/integrations.ts'
import type { Db } from 'pg-boss'
import type { Queryable } from '../db/pool.ts'
import type { Claim, Delivered } from './delivery.ts'
import type { Channel, Target } from './jobs.ts'

type Which = { channel: Channel; target: Target }

/** Notes that these could not be served because the channel is not set up. What was done once stays done. */
export async function recordNotSetUp(db: Db, channel: Channel, targets: Target[]): Promise<void> {
  await db.executeSql(
    `insert into deliveries (entry_id, channel, friend_id, state)
     select distinct t.entry_id, $1, t.friend_id, 'not set up'
     from json_to_recordset($2) as t (entry_id uuid, friend_id uuid)
     on conflict (entry_id, channel, friend_id) do update set state = excluded.state, error = null, changed_at = now()`,
    [channel, JSON.stringify(targets)],
  )
}

/** Begins a delivery; null while somebody else is at it. A claim that is never ended ends by itself. */
export async function claimDelivery(db: Queryable, { channel, target }: Which): Promise<Claim | null> {
  const { rows } = await db.query<Claim>(
    `insert into deliveries as d (entry_id, channel, friend_id, state, claimed_until)
     values ($1, $2, $3, 'sending', now() + interval '2 minutes')
     on conflict (entry_id, channel, friend_id) do update
       set state = excluded.state, claimed_until = excluded.claimed_until, changed_at = now()
       where d.claimed_until is null or d.claimed_until < now()
     returning remote_id, content_hash, delivered_at`,
    [target.entry_id, channel, target.friend_id],
  )
  return rows[0] ?? null
}

export async function finishDelivery(db: Queryable, { channel, target }: Which, delivered: Delivered): Promise<void> {
  await db.query(
    `update deliveries set state = $4, remote_id = coalesce($5, remote_id), content_hash = coalesce($6, content_hash),
       error = $7, delivered_at = case when $4 = 'done' then now() else delivered_at end,
       claimed_until = null, changed_at = now()
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3`,
    [
      target.entry_id,
      channel,
      target.friend_id,
      delivered.state,
      delivered.remote_id,
      delivered.content_hash,
      delivered.note,
    ],
  )
}

/** `waiting`: put off together with all others. `retrying`: will be tried again. `failed`: will not. */
export async function recordFailure(
  db: Queryable,
  { channel, target }: Which,
  { state, reason }: { state: 'waiting' | 'retrying' | 'failed'; reason: string },
): Promise<void> {
  await db.query(
    `update deliveries set state = $4, error = $5, claimed_until = null, changed_at = now()
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3`,
    [target.entry_id, channel, target.friend_id, state, reason],
  )
}

/** Takes the next moment at which the service may be called, in milliseconds from now; a date while it is paused. */
export async function takeSlot(
  db: Queryable,
  { service, paceMs }: { service: Service; paceMs: number },
): Promise<{ waitMs: number } | { pausedUntil: Date }> {
  const { rows } = await db.query<{ wait_ms: number | null; paused_until: Date }>(
    `with taken as (
       update outside_services
       set next_call_at = greatest(next_call_at, clock_timestamp()) + $2 * interval '1 millisecond'
       where service = $1 and (paused_until is null or paused_until <= clock_timestamp())
       returning service, next_call_at)
     select extract(epoch from t.next_call_at - clock_timestamp())::float8 * 1000 - $2 as wait_ms, s.paused_until
     from outside_services s left join taken t using (service) where s.service = $1`,
    [service, paceMs],
  )
  const { wait_ms: waitMs, paused_until: pausedUntil } = rows[0]!
  return waitMs === null ? { pausedUntil } : { waitMs: Math.max(0, waitMs) }
}

/** A pause in seconds that doubles with each failure in a row, up to ten minutes. */
const GROWING = `least(600, 15 * 2 ^ least(failures, 10))`

/**
 * Stops all calls to a service for so many seconds, or for a pause that grows. Returns when it ends. A longer pause
 * that has been asked for stays.
 */
export async function pauseService(
  db: Queryable,
  { service, problem, seconds }: { service: Service; problem: string; seconds?: number | undefined },
): Promise<Date> {
  const { rows } = await db.query<{ paused_until: Date }>(
    `update outside_services
     set paused_until = greatest(paused_until, now() + coalesce($3, ${GROWING}) * interval '1 second'),
       problem = $2, failures = failures + 1, changed_at = now()
     where service = $1 returning paused_until`,
    [service, problem, seconds],
  )
  return rows[0]!.paused_until
}

/** Counts one delivery that failed for itself; the third in a row is taken for the service's own failure. */
export async function countFailure(db: Queryable, { service, problem }: { service: Service; problem: string }) {
  await db.query(
    `update outside_services
     set failures = failures + 1, problem = case when failures >= 2 then $2 else problem end, changed_at = now(),
       paused_until = case when failures >= 2
         then greatest(paused_until, now() + ${GROWING} * interval '1 second') else paused_until end
     where service = $1`,
    [service, problem],
  )
}

/** Forgets failures after a success. A pause that others were told to make stays. */
export async function recordWorking(db: Queryable, service: Service): Promise<void> {
  await db.query(
    `update outside_services set failures = 0, problem = null, paused_until = null, changed_at = now()
     where service = $1 and (failures > 0 or problem is not null) and (paused_until is null or paused_until <= now())`,
    [service],
  )
}
