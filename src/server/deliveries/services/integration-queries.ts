import { type Channel, CHANNELS, type Service, SERVICE_OF } from '#shared/owner/integrations.ts'
import type { DeliveryRow } from '#shared/owner/deliveries.ts'
import { OWN_CHANNELS, type Target } from '../../outbox/channel.ts'
import { ALL_KEPT, IS_OVERTAKEN } from '../../outbox/requeue.ts'
import { makeDue } from '../../outbox/service-queries.ts'
import type { LeavingMails } from '#shared/list/launch-day.ts'
import { findRow, findRows, findValue, type Queryable } from '../../db/query.ts'

type ChannelCounts = {
  channel: Channel
  waiting: number
  retrying: number
  is_used: boolean
  done_today: number
  failed: number
  dismissed: number
  kept: number
  kept_friends: number
}

export function countDeliveries(db: Queryable, { channels, since }: { channels: Channel[]; since: Date }) {
  return findRows<ChannelCounts>(
    db,
    `with kept as materialized (select * from ${ALL_KEPT} as o)
     select c.channel, exists (select from outbox o where o.channel = c.channel)
         or exists (select from kept where kept.channel = c.channel) as is_used,
       ${countOf(`= 'waiting'`)}::int as waiting,
       ${countOf(`= 'waiting' and error is not null`)}::int as retrying,
       ${countOf(`= 'done' and o.changed_at >= $2`)}::int as done_today,
       ${countOf(`= 'given up'`)}::int as failed,
       ${countOf(`= 'dismissed'`)}::int as dismissed,
       (select count(*) from kept as o where o.channel = c.channel and not (${IS_OVERTAKEN}))::int as kept,
       case when c.channel = 'send-referral-notification'
         then (select count(*) from kept where kept.channel = c.channel) else 0 end::int as kept_friends
     from unnest($1::text[]) as c (channel)`,
    [channels, since],
  )
}

/** `oldest`: the seconds since the oldest due row became due; null if none is due. */
export type Undone = { channel: string; state: string; count: number; oldest: number | null }

/** Uses an index, so that it does not read the many that are done. */
export function countUndone(db: Queryable) {
  return findRows<Undone>(
    db,
    `select channel, state, count(*)::int as count,
       extract(epoch from now() - min(due_at) filter (where state = 'waiting' and due_at <= now()))::float8 as oldest
     from outbox where channel = any($1) and state in ('waiting', 'kept', 'given up') group by 1, 2`,
    [[...CHANNELS, ...OWN_CHANNELS]],
  )
}

function countOf(condition: string): string {
  return `(select count(*) from outbox o where o.channel = c.channel and o.state ${condition})`
}

type ServiceState = {
  service: Service
  /** One problem per line; null if there are none. */
  problems: string | null
  paused_until: Date | null
  /** The time of the backup that the list was restored from; null if sending is not held. */
  held_at: Date | null
  is_catching_up: boolean
}

export function readServices(db: Queryable) {
  return findRows<ServiceState>(
    db,
    `select service, nullif(concat_ws(chr(10), delivery_problem, problem), '') as problems,
       case when paused_until > now() then paused_until end as paused_until, held_at,
       catch_up_until is not null as is_catching_up
     from outside_services`,
  )
}

export async function recordProblem(db: Queryable, service: Service, problem: string): Promise<void> {
  await db.query('update outside_services set problem = $2, changed_at = now() where service = $1', [service, problem])
}

export function readDeliveryProblem(db: Queryable, service: Service) {
  return findValue<string>(db, 'select delivery_problem from outside_services where service = $1', [service])
}

type Resumed = {
  service: Service
  channels: Channel[]
  problem: string | null
  /** `proven`: a delivery has succeeded, so a problem that checks cannot detect is over. */
  because: 'checked' | 'new settings' | 'proven'
}

/**
 * Ends a pause, so that the deliveries that wait for its end or for another try go out now. After a check they go out
 * only if something was wrong before, because each early try of a delivery makes its next one later.
 */
export async function resumeService(db: Queryable, { service, channels, problem, because }: Resumed): Promise<void> {
  const { rows } = await db.query<{ was_wrong: boolean }>(
    `with former as materialized (select service, paused_until, problem from outside_services where service = $1 for update)
     update outside_services s
     set problem = $2, delivery_problem = case when $3 = 'proven' then null else delivery_problem end,
       is_misconfigured = false, paused_until = null, failures = 0, changed_at = now()
     from former f where s.service = f.service
     returning f.paused_until is not null or (f.problem is not null and f.problem is distinct from $2) as was_wrong`,
    [service, problem, because],
  )
  if (rows[0]!.was_wrong || because !== 'checked') await makeDue(db, channels)
}

const STATES = {
  failed: `o.state = 'given up'`,
  retrying: `o.state = 'waiting' and o.error is not null`,
  kept: `o.state = 'kept' and not (${IS_OVERTAKEN})`,
  dismissed: `o.state = 'dismissed'`,
} as const
const NO_FRIEND = `'00000000-0000-0000-0000-000000000000'`

export type PageKey = { changed_at: string; subject: string; channel: string; friend_id: string }

type PageQuery = { channels: Channel[]; state: keyof typeof STATES; after: PageKey | null; limit: number }

export async function readDeliveries(
  db: Queryable,
  { channels, state, after, limit }: PageQuery,
): Promise<(Omit<DeliveryRow, 'email'> & { key: PageKey })[]> {
  const order = `changed_at desc, subject, channel, coalesce(friend_id, ${NO_FRIEND})`
  const { rows } = await db.query(
    `with page as (
       select o.* from unnest($1::text[]) as c (channel) cross join lateral (
         select * from ${state === 'kept' ? ALL_KEPT : 'outbox'} as o
         where o.channel = c.channel and ${STATES[state]} and o.changed_at <= coalesce($2::timestamptz, 'infinity')
           and ($2::timestamptz is null or o.changed_at < $2::timestamptz
             or (o.subject, o.channel, coalesce(o.friend_id, ${NO_FRIEND})) > ($3::uuid, $4, $5::uuid))
         order by ${order} limit $6) o
       order by ${order} limit $6)
     select p.channel, p.subject as entry_id, p.friend_id, p.changed_at, p.error as reason,
       case when p.state = 'kept' and p.friend_id is not null then (
         select count(*) from ${ALL_KEPT} as o where o.subject = p.subject and o.channel = p.channel) end::int as friends,
       json_build_object('changed_at', p.changed_at::text, 'subject', p.subject, 'channel', p.channel,
         'friend_id', coalesce(p.friend_id, ${NO_FRIEND})) as key
     from page p order by ${order}`,
    [channels, after?.changed_at, after?.subject, after?.channel, after?.friend_id, limit],
  )
  return rows
}

export async function dismissDeliveries(
  db: Queryable,
  { channels, target, undo }: { channels: Channel[]; target: Target | null; undo: boolean },
): Promise<number> {
  const { rowCount } = await db.query(
    `update outbox set state = $3
     where channel = any($1) and state = $2 and ($4::uuid is null or (subject = $4 and friend_id is not distinct from $5))`,
    [
      channels,
      undo ? 'dismissed' : 'given up',
      undo ? 'given up' : 'dismissed',
      target?.subject ?? null,
      target?.friend_id ?? null,
    ],
  )
  return rowCount ?? 0
}

export type DeliveredTo = {
  channel: Channel
  state: string
  remote_id: string | null
  delivered_at: Date | null
  earlier: Date[]
  asked: Date[]
}

export function readDelivered(db: Queryable, entryId: string) {
  return findRows<DeliveredTo>(
    db,
    `select channel, state, remote_id, delivered_at, coalesce(earlier, '{}') as earlier, array(select at from unnest(asked || asked_by_joiner) as at order by at) as asked
     from outbox
     where subject = $1 order by delivered_at, channel, friend_id`,
    [entryId],
  )
}

export function isMail({ channel }: DeliveredTo): boolean {
  return SERVICE_OF[channel] === 'mail'
}

type Counts = Pick<LeavingMails, 'retrying' | 'last_minute' | 'failed'> & {
  queued: number
  later: number
  next_at: Date | null
}

export async function readLeaving(db: Queryable, budgets: { all: number }): Promise<LeavingMails> {
  const [counts, services] = await Promise.all([countLeaving(db), readServices(db)])
  const { queued, later, retrying, next_at, ...rest } = counts
  const { problems, paused_until, held_at } = services.find(({ service }) => service === 'mail')!
  const isPaused = paused_until !== null || held_at !== null
  const held = isPaused ? 0 : later
  return {
    ...rest,
    leaving: isPaused ? 0 : queued - held,
    held,
    retrying: isPaused ? queued + retrying : retrying,
    next_at: next_at?.toISOString() ?? null,
    most_per_hour: Math.max(1, Math.floor(budgets.all / 2)),
    problems: problems?.split('\n') ?? [],
    paused_until: paused_until?.toISOString() ?? null,
    held_at: held_at?.toISOString() ?? null,
  }
}

async function countLeaving(db: Queryable): Promise<Counts> {
  const waiting = `from outbox where channel = 'send-invitation' and state = 'waiting'`
  return (await findRow<Counts>(
    db,
    `select (select count(*)::int ${waiting} and error is null) as queued,
       (select count(*)::int ${waiting} and error is not null) as retrying,
       (select count(*)::int ${waiting} and error is null and due_at > now()) as later,
       (select min(due_at) ${waiting} and due_at > now()) as next_at,
       (select count(*)::int from outbox
         where channel in ('send-invitation', 'send-invitation-reminder') and state = 'given up') as failed,
       (select count(*)::int from outbox
         where channel = 'send-invitation' and state = 'done' and changed_at > now() - interval '1 minute') as last_minute`,
  ))!
}
