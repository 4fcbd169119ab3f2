import type { Channel } from '#shared/owner/integrations.ts'
import type pg from 'pg'
import type { LogFailure } from '../base/log-failures.ts'
import type { Repeating } from '../base/start-repeating.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { type Follower, startFollowing } from '../events/follow-log.ts'
import type { LoggedEvent } from '../events/followers.ts'
import type { Deliveries } from './channel.ts'
import { enqueueFrom } from './rows.ts'
import { tellOfEvents } from './tell-endpoints.ts'

export type Happened = {
  joined?: string[]
  rejoined?: string[]
  decided?: string[]
  counted?: { subject: string; friend_id: string }[]
}

type Rule = {
  on: keyof Happened
  channel: Channel
  query: string
  unlessDelivered?: true
}

const people = (condition: string) =>
  `select e.id as subject, null::uuid as friend_id from waitlist_entries e where e.id = any($1) and ${condition}`
const OWN = people('not e.is_seeded and e.imported_by is null')
const ALL = people('true')
/** Nor about imported people who have done nothing here. */
const KNOWN = 'not e.is_seeded and not e.is_quiet'
const LISTED = people(`${KNOWN} and not e.is_rejected`)
const REJECTED_AT_BEEHIIV = people(
  `${KNOWN} and e.is_rejected and exists (select from outbox o where o.subject = e.id and o.channel = 'sync-to-beehiiv')`,
)
const FRIENDS = 'select distinct subject, friend_id from unnest($1::uuid[], $2::uuid[]) as t (subject, friend_id)'

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
]

export const CHANNELS_OF_JOINS = RULES.flatMap(({ on, channel }) => (on === 'joined' ? channel : []))

/** `isSetUp`: what goes to other channels is kept at once. */
export async function follow(
  tx: Queryable,
  happened: Happened,
  isSetUp: (channel: Channel) => boolean = () => true,
): Promise<void> {
  for (const { on, channel, query, unlessDelivered = false } of RULES) {
    const subjects = (happened[on] ?? []).map((one) =>
      typeof one === 'string' ? { subject: one, friend_id: null } : one,
    )
    if (subjects.length === 0) continue
    const ids = subjects.map(({ subject }) => subject)
    const values = query === FRIENDS ? [ids, subjects.map(({ friend_id }) => friend_id)] : [ids]
    await enqueueFrom(tx, { channel, query, unlessDelivered, isSetUp: isSetUp(channel) }, values)
  }
}

const MOST = 500

type Following = { pool: pg.Pool; deliveries: () => Deliveries; logFailure: LogFailure }

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
    await tellOfEvents(tx, events)
  }
}

function happenedIn(events: LoggedEvent[]): Happened {
  const idsOf = (kind: LoggedEvent['kind']) => events.flatMap((event) => (event.kind === kind ? event.entry_id : []))
  return {
    joined: idsOf('joined'),
    rejoined: [...new Set(idsOf('rejoined'))],
    counted: events.flatMap(({ kind, entry_id, data }) =>
      kind === 'counted' ? { subject: entry_id, friend_id: data!['friend_id'] as string } : [],
    ),
  }
}
