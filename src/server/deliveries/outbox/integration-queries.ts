import { type Channel, CHANNELS, type Service } from '#shared/owner/integrations.ts'
import type { DeliveryRow } from '#shared/owner/deliveries.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Target } from '../../jobs/jobs.ts'
import { IS_OVERTAKEN } from './requeue-queries.ts'
import { makeDue } from './service-queries.ts'

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

/**
 * Counts the deliveries of each channel by state. The counts use an index; only those of notifications read rows. The
 * people in a fan-out have no delivery yet, and count as waiting.
 */
export async function countDeliveries(
  db: Queryable,
  { channels, since }: { channels: Channel[]; since: Date },
): Promise<ChannelCounts[]> {
  const { rows } = await db.query<ChannelCounts>(
    `with fan_outs as materialized (
       select sum(jsonb_array_length(body -> 'joined')) as joined, sum(jsonb_array_length(body -> 'credited')) as credited,
         sum(jsonb_array_length(body -> 'asked')) as asked
       from pgboss.job cross join jsonb_array_elements(data -> 'bodies') as body
       where name = 'fan-out' and state < 'completed')
     select c.channel, exists (select from deliveries d where d.channel = c.channel) as is_used,
       (${countOf("in ('queued', 'sending', 'waiting', 'retrying')")} + coalesce(case
         when c.channel = 'send-confirmation' then (select asked from fan_outs)
         when c.channel = 'send-referral-notification' then (select credited from fan_outs)
         when c.channel in ('send-waitlist-email', 'add-to-notion', 'sync-to-beehiiv') then (select joined from fan_outs)
         end, 0))::int as waiting,
       ${countOf("in ('waiting', 'retrying')")}::int as retrying,
       ${countOf("= 'done' and d.changed_at >= $2")}::int as done_today,
       ${countOf("= 'failed'")}::int as failed,
       ${countOf("= 'dismissed'")}::int as dismissed,
       case when c.channel = 'send-referral-notification'
         then ${countOf(`= 'not set up' and not (${IS_OVERTAKEN})`)}
         else ${countOf("= 'not set up'")} end::int as kept,
       case when c.channel = 'send-referral-notification'
         then ${countOf("= 'not set up'")} else 0 end::int as kept_friends
     from unnest($1::text[]) as c (channel)`,
    [channels, since],
  )
  return rows
}

export type Undone = { channel: Channel; state: string; count: number }

const UNDONE = ['queued', 'sending', 'waiting', 'retrying', 'failed', 'not set up']

/** Counts the deliveries that are not done. Uses an index, so that it does not read the many that are done. */
export async function countUndone(db: Queryable): Promise<Undone[]> {
  const { rows } = await db.query<Undone>(
    `select channel, state, (select count(*)::int from deliveries d where d.channel = c.channel and d.state = s.state) as count
     from unnest($1::text[]) as c (channel) cross join unnest($2::text[]) as s (state)`,
    [CHANNELS, UNDONE],
  )
  return rows
}

function countOf(condition: string): string {
  return `(select count(*) from deliveries d where d.channel = c.channel and d.state ${condition})`
}

type ServiceState = {
  service: Service
  /** One problem per line; null if there are none. */
  problems: string | null
  paused_until: Date | null
  /** The time of the backup that the list was restored from; null if sending is not held. */
  held_at: Date | null
}

export async function readServices(db: Queryable): Promise<ServiceState[]> {
  const { rows } = await db.query<ServiceState>(
    `select service, nullif(concat_ws(chr(10), delivery_problem, problem), '') as problems,
       case when paused_until > now() then paused_until end as paused_until, held_at
     from outside_services`,
  )
  return rows
}

/** The channels with a catch-up under way. */
export async function findCatchingUp(db: Queryable): Promise<Channel[]> {
  const { rows } = await db.query<{ channel: Channel }>(
    `select data #>> '{bodies,0,channel}' as channel from pgboss.job
     where name = 'requeue' and state < 'completed' and data #>> '{bodies,0,state}' = 'not set up'`,
  )
  return rows.map(({ channel }) => channel)
}

/** Stores the problem that a check found. */
export async function recordProblem(db: Queryable, service: Service, problem: string): Promise<void> {
  await db.query('update outside_services set problem = $2, changed_at = now() where service = $1', [service, problem])
}

/** The problem that checks cannot detect, stored until a delivery succeeds; null if there is none. */
export async function readDeliveryProblem(db: Queryable, service: Service): Promise<string | null> {
  const { rows } = await db.query<{ delivery_problem: string | null }>(
    'select delivery_problem from outside_services where service = $1',
    [service],
  )
  return rows[0]!.delivery_problem
}

type Resumed = {
  service: Service
  channels: Channel[]
  /** A fault that does not stop deliveries. */
  problem: string | null
  /**
   * `proven`: a delivery has succeeded, so a problem that checks cannot detect is over. `checked`: a check succeeded;
   * checks also run without the owner, such as at each start.
   */
  because: 'checked' | 'new settings' | 'proven'
}

/**
 * Ends a pause, so that the deliveries that wait for its end or for another try go out now. After a check they go out
 * only if something was wrong before, because each early try of a delivery makes its next one later.
 */
export async function resumeService(db: Queryable, { service, channels, problem, because }: Resumed): Promise<void> {
  const { rows } = await db.query<{ pause_ends: string; was_wrong: boolean }>(
    `with former as materialized (select service, paused_until, problem from outside_services where service = $1 for update)
     update outside_services s
     set problem = $2, delivery_problem = case when $3 = 'proven' then null else delivery_problem end,
       is_misconfigured = false, paused_until = null, failures = 0, changed_at = now()
     from former f where s.service = f.service
     returning coalesce(f.paused_until, '-infinity')::text as pause_ends,
       f.paused_until is not null or (f.problem is not null and f.problem is distinct from $2) as was_wrong`,
    [service, problem, because],
  )
  const { pause_ends: pauseEnds, was_wrong: wasWrong } = rows[0]!
  // This is a separate statement, so it also sees the jobs of a worker that held the row above while it postponed them.
  if (wasWrong || because !== 'checked') await makeDue(db, channels, pauseEnds)
}

/** The delivery states behind each state that the dashboard shows. */
const STATES = {
  failed: ['failed'],
  retrying: ['waiting', 'retrying'],
  kept: ['not set up'],
  dismissed: ['dismissed'],
} as const
const NO_FRIEND = `'00000000-0000-0000-0000-000000000000'`

export type PageKey = { changed_at: string; entry_id: string; channel: string; friend_id: string }

type PageQuery = { channels: Channel[]; state: keyof typeof STATES; after: PageKey | null; limit: number }

/**
 * Reads deliveries of these channels, newest first. Each channel and state is read along its index, no further than
 * needed.
 */
export async function readDeliveries(
  db: Queryable,
  { channels, state, after, limit }: PageQuery,
): Promise<(Omit<DeliveryRow, 'email'> & { key: PageKey })[]> {
  const order = `changed_at desc, entry_id, channel, coalesce(friend_id, ${NO_FRIEND})`
  const { rows } = await db.query(
    `with page as (
       select d.* from unnest($1::text[]) as c (channel) cross join unnest($2::text[]) as s (state)
       cross join lateral (
         select * from deliveries d
         where d.channel = c.channel and d.state = s.state and d.changed_at <= coalesce($3::timestamptz, 'infinity')
           and ($3::timestamptz is null or d.changed_at < $3::timestamptz
             or (d.entry_id, d.channel, coalesce(d.friend_id, ${NO_FRIEND})) > ($4::uuid, $5, $6::uuid))
           and not (d.state = 'not set up' and ${IS_OVERTAKEN})
         order by ${order} limit $7) d
       order by ${order} limit $7)
     select p.channel, p.entry_id, p.friend_id, p.changed_at,
       case when p.state = 'not set up' then null else p.error end as reason,
       case when p.state = 'not set up' and p.friend_id is not null then (
         select count(*) from deliveries d
         where d.entry_id = p.entry_id and d.channel = p.channel and d.state = p.state) end::int as friends,
       json_build_object('changed_at', p.changed_at::text, 'entry_id', p.entry_id, 'channel', p.channel,
         'friend_id', coalesce(p.friend_id, ${NO_FRIEND})) as key
     from page p order by p.changed_at desc, p.entry_id, p.channel, coalesce(p.friend_id, ${NO_FRIEND})`,
    [channels, STATES[state], after?.changed_at, after?.entry_id, after?.channel, after?.friend_id, limit],
  )
  return rows
}

/**
 * Dismisses deliveries that were given up: one delivery, or all of these channels. With `undo`, dismissed deliveries
 * become failed again.
 */
export async function dismissDeliveries(
  db: Queryable,
  { channels, target, undo }: { channels: Channel[]; target: Target | null; undo: boolean },
): Promise<number> {
  const { rowCount } = await db.query(
    `update deliveries set state = $3
     where channel = any($1) and state = $2
       and ($4::uuid is null or (entry_id = $4 and friend_id is not distinct from $5))`,
    [
      channels,
      undo ? 'dismissed' : 'failed',
      undo ? 'failed' : 'dismissed',
      target?.entry_id ?? null,
      target?.friend_id ?? null,
    ],
  )
  return rowCount ?? 0
}
