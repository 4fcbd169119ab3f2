import { type Channel, ERASING_CHANNELS, type Service, SERVICES } from '#shared/owner/integrations.ts'
import { findValue, hasRows, type Queryable, sqlList } from '../db/query.ts'

type Slot = { state: 'taken'; waitMs: number } | { state: 'paused'; needsOwner: string | null }

const HELD = 'The list was restored from a backup. Nothing is sent until you release it in Settings.'

export async function addServices(db: Queryable): Promise<void> {
  // One that an older backup lacks is held like the others.
  await db.query(
    `insert into outside_services (service, held_at)
     select unnest($1::text[]), (select max(held_at) from outside_services) on conflict do nothing`,
    [SERVICES],
  )
}

/** None while the service is paused. A slot that is far away was given out while the clock was wrong. */
export async function takeSlot(
  db: Queryable,
  { service, paceMs }: { service: Service; paceMs: number },
): Promise<Slot> {
  const { rows } = await db.query<{ wait_ms: number | null; needs_owner: string | null }>(
    `with taken as (
       update outside_services
       set next_call_at = case when next_call_at < clock_timestamp() + interval '10 minutes'
         then greatest(next_call_at, clock_timestamp()) else clock_timestamp() end + $2 * interval '1 millisecond'
       where service = $1 and held_at is null and (paused_until is null or paused_until <= clock_timestamp())
       returning service, next_call_at)
     select extract(epoch from t.next_call_at - clock_timestamp())::float8 * 1000 - $2 as wait_ms,
       case when s.held_at is not null then $3 when s.is_misconfigured then s.problem end as needs_owner
     from outside_services s left join taken t using (service) where s.service = $1`,
    [service, paceMs, HELD],
  )
  const { wait_ms: waitMs, needs_owner: needsOwner } = rows[0]!
  return waitMs === null ? { state: 'paused', needsOwner } : { state: 'taken', waitMs: Math.max(0, waitMs) }
}

export async function holdServices(db: Queryable, at: Date): Promise<void> {
  await db.query('update outside_services set held_at = $1', [at])
}

export const HELD_ROW = 'select from outside_services where held_at is not null limit 1'

export function isHeld(db: Queryable) {
  return hasRows(db, HELD_ROW)
}

export async function releaseServices(db: Queryable): Promise<void> {
  await db.query('update outside_services set held_at = null, changed_at = now() where held_at is not null')
}

/**
 * In seconds. A call whose answer was lost may still be carried out; then the erasing channels find what it created.
 */
export const UNTIL_ARRIVED = 60

export async function makeDue(db: Queryable, channels: string[]): Promise<void> {
  await db.query(
    `update outbox set due_at = least(due_at, case when channel in (${sqlList(ERASING_CHANNELS)})
       then greatest(now(), changed_at + interval '${UNTIL_ARRIVED} seconds') else now() end)
     where channel = any($1) and state = 'waiting' and attempts > 0 and due_at > now()`,
    [channels],
  )
}

const GROWING = `least(600, 15 * 2 ^ least(failures, 10))`
/** SQL. A call that fails during a pause began before it: all such failures count as one. */
const IS_PAUSED = `coalesce(paused_until > now(), false)`

/** A longer one is a mistake that could stop deliveries for good. */
const LONGEST = 24 * 60 * 60

type Pause = { service: Service; problem: string; seconds?: number | undefined; isMisconfigured?: boolean }

export async function pauseService(
  db: Queryable,
  { service, problem, seconds, isMisconfigured = false }: Pause,
): Promise<void> {
  await db.query(
    `update outside_services
     set paused_until = greatest(paused_until, now() + coalesce($3, case when ${IS_PAUSED} then 0 else ${GROWING} end) * interval '1 second'),
       problem = $2, is_misconfigured = $4, failures = failures + (not ${IS_PAUSED})::int, changed_at = now()
     where service = $1`,
    [service, problem, seconds === undefined ? null : Math.min(seconds, LONGEST), isMisconfigured],
  )
}

type Failure = { service: Service; problem: string; isUntestable?: boolean }

/** The third failure in a row counts as the service's own. */
export async function countFailure(db: Queryable, { service, problem, isUntestable = false }: Failure) {
  await db.query(
    `update outside_services
     set failures = failures + 1, changed_at = now(),
       problem = case when failures >= 2 and not $3 then $2 else problem end,
       delivery_problem = case when failures >= 2 and $3 then $2 else delivery_problem end,
       is_misconfigured = is_misconfigured and failures < 2, paused_until = case when failures >= 2
         then now() + ${GROWING} * interval '1 second' else paused_until end
     where service = $1 and not ${IS_PAUSED}`,
    [service, problem, isUntestable],
  )
}

export async function recordWorking(
  db: Queryable,
  { service, problem }: { service: Service; problem?: string | undefined },
): Promise<void> {
  await db.query(
    `update outside_services
     set failures = 0, problem = $2, delivery_problem = null, is_misconfigured = false, paused_until = null,
       changed_at = now()
     where service = $1 and (failures > 0 or problem is distinct from $2 or delivery_problem is not null)
       and (paused_until is null or paused_until <= now())`,
    [service, problem],
  )
}

export async function isResting(db: Queryable, service: Service) {
  return (await findValue<boolean>(
    db,
    `select coalesce(paused_until > now(), false) and not is_misconfigured as is_resting
     from outside_services where service = $1`,
    [service],
  ))!
}

export function hasDone(db: Queryable, channel: Channel) {
  return hasRows(db, `select from outbox where channel = $1 and state = 'done' limit 1`, [channel])
}
