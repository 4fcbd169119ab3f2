import { type Channel, RECORD_AT, type Service, SERVICE_OF, SYNCED } from '#shared/owner/integrations.ts'
import type { LogFailure, Repeating } from '../base/start-repeating.ts'
import { isLiving } from '../people/addresses/email-keys.ts'
import { type Follower, startFollowing } from '../people/events/follow-log.ts'
import type { LoggedEvent } from '../people/events/followers.ts'
import type { Deliveries } from './channel.ts'
import { type Asking, enqueueFrom, hasRow } from './rows.ts'
import { tellOfEvents } from './tell-endpoints.ts'
import { findColumn, inTransaction, type Pool, type Queryable, type Transaction } from '../db/query.ts'

export type Happened = {
  joined?: string[]
  rejoined?: string[]
  decided?: string[]
  /** Their place, their friends or their tags. */
  changed?: string[]
  counted?: { subject: string; friend_id: string }[]
}

/** It stands for those of the people whom the channel has a row of. */
const KNOWN = 'known'

type Rule = {
  on: keyof Happened
  channel: Channel
  query: string
  unlessDelivered?: true
  /** Whom it is about while the service is not set up. */
  otherwise?: typeof KNOWN
}

const people = (condition: string) =>
  `select e.id as subject, null::uuid as friend_id from waitlist_entries e where e.id = any($1) and ${condition}`
const OWN = people('not e.is_seeded and e.imported_by is null')
const ALL = people('true')
/** Nor about imported people who have done nothing here. */
const ACTIVE = 'not e.is_seeded and not e.is_quiet'
const LISTED = people(`${ACTIVE} and not e.is_rejected`)
const REJECTED_AT_BEEHIIV = people(
  `${ACTIVE} and e.is_rejected and exists (select from outbox o where o.subject = e.id and o.channel = 'sync-to-beehiiv')`,
)
const FRIENDS = 'select distinct subject, friend_id from unnest($1::uuid[], $2::uuid[]) as t (subject, friend_id)'

const SYNCED_CHANNELS: Channel[] = SYNCED.map((service) => RECORD_AT[service].filledBy)

const OF_SYNCED = SYNCED_CHANNELS.flatMap((channel): Rule[] => {
  return [
    { on: 'joined', channel, query: OWN, unlessDelivered: true, otherwise: KNOWN },
    { on: 'rejoined', channel, query: ALL, otherwise: KNOWN },
    { on: 'decided', channel, query: KNOWN },
    { on: 'changed', channel, query: KNOWN },
  ]
})

/** A mail about a friend goes out once, whatever happens to the friend. */
const RULES: Rule[] = [
  { on: 'joined', channel: 'send-waitlist-email', query: OWN, unlessDelivered: true },
  { on: 'joined', channel: 'add-to-notion', query: OWN, unlessDelivered: true },
  { on: 'joined', channel: 'sync-to-beehiiv', query: OWN, unlessDelivered: true },
  { on: 'rejoined', channel: 'send-waitlist-email', query: ALL },
  { on: 'rejoined', channel: 'add-to-notion', query: ALL },
  { on: 'rejoined', channel: 'sync-to-beehiiv', query: ALL },
  { on: 'decided', channel: 'sync-to-beehiiv', query: REJECTED_AT_BEEHIIV },
  { on: 'decided', channel: 'send-waitlist-email', query: LISTED, unlessDelivered: true },
  { on: 'decided', channel: 'add-to-notion', query: LISTED },
  { on: 'decided', channel: 'sync-to-beehiiv', query: LISTED },
  { on: 'counted', channel: 'send-referral-notification', query: FRIENDS, unlessDelivered: true },
  ...OF_SYNCED,
]

export const CHANNELS_OF_JOINS = RULES.flatMap(({ on, channel, otherwise }) =>
  on === 'joined' && !otherwise ? channel : [],
)

/** What joins cause is written for a service once it is set up: most lists never set most services up. */
const LATER = RULES.filter(({ on, otherwise }) => (on === 'joined' || on === 'counted') && !otherwise)

/** `isSetUp`: of the other channels, only what somebody's choice causes is written, as kept. */
export async function follow(
  tx: Queryable,
  happened: Happened,
  isSetUp: (channel: Channel) => boolean = () => true,
): Promise<void> {
  const empty = await findEmpty(
    tx,
    SYNCED_CHANNELS.filter((channel) => !isSetUp(channel)),
  )
  for (const rule of RULES) {
    const { on, channel, otherwise, unlessDelivered = false } = rule
    const isNow = isSetUp(channel)
    if (!isNow && LATER.includes(rule)) continue
    const query = isNow ? rule.query : (otherwise ?? rule.query)
    if (query === KNOWN && empty.includes(channel)) continue
    await ask(tx, { on, channel, query }, happened, { unlessDelivered, isSetUp: isNow })
  }
}

/** Most lists never set these services up: one look tells that nobody of a crowd is known there. */
async function findEmpty(tx: Queryable, channels: Channel[]): Promise<Channel[]> {
  if (channels.length === 0) return []
  return findColumn<Channel>(
    tx,
    'select name from unnest($1::text[]) as t (name) where not exists (select from outbox where channel = name)',
    [channels],
  )
}

async function ask(tx: Queryable, { on, channel, query }: Rule, happened: Happened, asking: Asking): Promise<void> {
  const subjects = (happened[on] ?? []).map((one) =>
    typeof one === 'string' ? { subject: one, friend_id: null } : one,
  )
  if (subjects.length === 0) return
  const ids = subjects.map(({ subject }) => subject)
  const values = query === FRIENDS ? [ids, subjects.map(({ friend_id }) => friend_id)] : [ids]
  const asked = query === KNOWN ? people(hasRow('e.id', channel)) : query
  await enqueueFrom(tx, { channel, query: asked, ...asking }, values)
}

const MOST = 2_000

type Following = { pool: Pool; deliveries: () => Deliveries; logFailure: LogFailure }

export function startFollowingEvents({ pool, deliveries, logFailure }: Following): Repeating {
  return startFollowing({
    pool,
    follower: createFollower((channel) => deliveries()[channel] !== null),
    idleMs: 1_000,
    failures: {
      step: 'mails and services do not follow the list',
      setAside: 'mails and services do not follow some people',
    },
    logFailure,
  })
}

export function createFollower(isSetUp: (channel: Channel) => boolean): Follower {
  return { name: 'outbox', most: MOST, step }

  async function step(tx: Transaction, events: LoggedEvent[]): Promise<void> {
    await follow(tx, happenedIn(events), isSetUp)
    await noteMissed(tx, events, isSetUp)
    await tellOfEvents(tx, events)
  }
}

async function noteMissed(tx: Transaction, events: LoggedEvent[], isSetUp: (channel: Channel) => boolean) {
  const seqs = events.flatMap(({ kind, seq }) => (kind === 'joined' || kind === 'counted' ? seq : []))
  const services = [...new Set(LATER.flatMap(({ channel }) => (isSetUp(channel) ? [] : SERVICE_OF[channel])))]
  if (seqs.length === 0 || services.length === 0) return
  await tx.query(
    `update outside_services
     set missed = missed + (select range_agg(int8range(seq, seq, '[]')) from unnest($2::bigint[]) as t (seq))
     where service = any($1)`,
    [services, seqs],
  )
}

/** SQL: the kept rows that are still to be made of the log. */
export const MISSED = `
  select later.channel, p.id as subject, friend_id, 'kept' as state, null::text as error, missed.at as changed_at
  from outside_services s
    join (values ${LATER.map(({ channel, on }) => `('${channel}', '${SERVICE_OF[channel]}', '${on}')`).join()})
      as later (channel, service, kind) on later.service = s.service
    join events missed on missed.kind = later.kind and s.missed @> missed.seq
      and missed.seq >= lower(s.missed) and missed.seq < upper(s.missed)
    cross join lateral (select (missed.data ->> 'friend_id')::uuid) as about (friend_id)
    join waitlist_entries p on p.id = missed.entry_id
      and (missed.kind = 'counted' or not p.is_seeded and p.imported_by is null)
  where coalesce(p.erased_at, p.leaving_at) is null and (friend_id is null or ${isLiving('friend_id')})
    and not exists (select from outbox o where o.subject = p.id and o.channel = later.channel
      and o.friend_id is not distinct from about.friend_id)`

/** Of a service that is set up now. Its rows are kept, or wait if a catch-up is under way. */
export async function followMissed(pool: Pool, service: Service): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ missed: string; is_wanted: boolean }>(
      `select missed::text, catch_up_until is not null as is_wanted from outside_services
       where service = $1 and not isempty(missed) for update skip locked`,
      [service],
    )
    if (!rows[0]) return
    const { missed, is_wanted } = rows[0]
    const { rows: events } = await tx.query<LoggedEvent>(
      `select seq::float8 as seq, entry_id, kind, data from events
       where kind in ('joined', 'counted') and $1::int8multirange @> seq and seq >= lower($1::int8multirange)
       order by seq limit ${MOST}`,
      [missed],
    )
    for (const rule of LATER)
      if (SERVICE_OF[rule.channel] === service)
        await ask(tx, rule, happenedIn(events), { onlyNew: true, isSetUp: is_wanted })
    await tx.query(
      `update outside_services set missed = case when $2::bigint is null then '{}'
         else missed - int8multirange(int8range(null, $2, '[]')) end where service = $1`,
      [service, events.length < MOST ? null : events.at(-1)!.seq],
    )
  })
}

const CHANGES = ['counted', 'uncounted', 'moved', 'tagged', 'untagged'] as const

function happenedIn(events: LoggedEvent[]): Happened {
  const idsOf = (kind: LoggedEvent['kind']) => events.flatMap((event) => (event.kind === kind ? event.entry_id : []))
  const changed = CHANGES.flatMap(idsOf)
  return {
    joined: idsOf('joined'),
    rejoined: [...new Set(idsOf('rejoined'))],
    changed: [...new Set(changed)],
    counted: events.flatMap(({ kind, entry_id, data }) =>
      kind === 'counted' ? { subject: entry_id, friend_id: data!['friend_id'] as string } : [],
    ),
  }
}
