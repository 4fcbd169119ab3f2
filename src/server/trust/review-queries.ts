import { MARK, type SignalName } from '#site/trust.ts'
import type { Queryable } from '../db/pool.ts'
import { domainKey } from '../email-key.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../people/email-keys.ts'
import { UNDECIDED } from '../people/undecided.ts'
import { currentOf } from './queries.ts'

/** Without a referrer for the people who used no code. Times are UTC. */
export type GroupRow = {
  referrer_id: string | null
  entries: number
  invited: number
  held_places: number
  first_at: Date
  last_at: Date
  /** The first of them in the queue. */
  first_id: string
}

/** SQL: the people who wait for the owner, with the credit that each gives. */
const HELD = `select f.id, f.state, f.position, f.created_at, f.email, f.key, f.joined_position, c.referrer_id, coalesce(c.places, 0) as places,
    not f.is_doubtful as is_over
  from ${KEYED_ENTRIES} f left join credits c on c.friend_id = f.id where f.id in (${UNDECIDED})`

export async function countHeld(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ people: number }>(`select count(*)::int as people from (${UNDECIDED}) as undecided`)
  return rows[0]!.people
}

/** One more group than the limit, the largest first, after this one. */
export async function readGroups(
  db: Queryable,
  { after, limit }: { after: [entries: number, referrer: string] | null; limit: number },
): Promise<GroupRow[]> {
  const { rows } = await db.query<GroupRow>(
    `with held as materialized (${HELD}), groups as (
       select referrer_id, count(*)::int as entries, count(*) filter (where state = 'invited')::int as invited, sum(places)::int as held_places, min(created_at) as first_at,
         max(created_at) as last_at, (array_agg(id order by position, joined_position))[1] as first_id
       from held group by referrer_id)
     select *
     from groups where $1::int is null or (entries, coalesce(referrer_id::text, '')) < ($1, $2)
     order by entries desc, coalesce(referrer_id::text, '') desc limit $3`,
    [after?.[0] ?? null, after?.[1] ?? null, limit],
  )
  return rows
}

type OfGroup<Row> = Row & { referrer_id: string | null; entries: number }

const MOST_SHOWN = 5

/** SQL: the domains of people who joined lately and are not held. A domain that many of them have says nothing. */
const NEWEST_OTHERS = `select ${KEYED_DOMAIN} as domain from (
  select key, is_doubtful, is_rejected from ${KEYED_ENTRIES} as e order by joined_position desc limit 2000) as newest
  where not is_doubtful and not is_rejected`

/** The signals, domains and networks of these groups' people, the most frequent first, without everybody's domains. */
export async function readShared(db: Queryable, referrers: (string | null)[]) {
  const asked = `with held as materialized (select * from (${HELD}) as held
    where referrer_id = any($1) or (referrer_id is null and $2))`
  const values = [referrers.filter((id) => id !== null), referrers.includes(null)]
  const most = (name: string, from: string) => `${asked}
    select referrer_id, ${name}, entries from (
      select referrer_id, ${name}, count(*)::int as entries,
        row_number() over (partition by referrer_id order by count(*) desc, ${name}) as place
      from ${from} where ${name} is not null group by referrer_id, ${name}) as counted
    where place <= ${MOST_SHOWN} order by entries desc, ${name}`
  const signals = await db.query<OfGroup<{ signal: SignalName }>>(
    `${asked} select referrer_id, signal, count(*)::int as entries
     from (select referrer_id, signal from held cross join lateral (${currentOf('held.id')}) as s
       union all select referrer_id, 'many-at-domain' from held where is_over) as told
     group by referrer_id, signal order by entries desc, signal`,
    values,
  )
  const domains = await db.query<OfGroup<{ domain: string }>>(
    `select shared.* from (${most('domain', `(select referrer_id, ${KEYED_DOMAIN} as domain from held) as people`)}) as shared
     where entries > (select count(*) from (${NEWEST_OTHERS}) as others where others.domain = shared.domain)
     order by entries desc, domain`,
    values,
  )
  const blocks = await db.query<OfGroup<{ block: string }>>(
    most(
      'block',
      `(select held.referrer_id, block::text from held join join_traces t on t.position = joined_position) as people`,
    ),
    values,
  )
  return { signals: signals.rows, domains: domains.rows, blocks: blocks.rows }
}

export type ReferrerRow = {
  id: string
  email: string | null
  referral_code: string
  position: number
  joined_position: number
  credited_places: number
  joined_at: Date
  is_doubtful: boolean
  counted: number
  held: number
  rejected: number
}

export async function readReferrers(db: Queryable, ids: string[]): Promise<ReferrerRow[]> {
  const { rows } = await db.query<ReferrerRow>(
    `select e.id, email, referral_code, position, joined_position, credited_places, e.created_at as joined_at, is_doubtful,
       count(*) filter (where c.state = 'counted')::int as counted, count(*) filter (where c.state = 'held')::int as held,
       count(*) filter (where c.state = 'rejected')::int as rejected
     from waitlist_entries e join credits c on c.referrer_id = e.id where e.id = any($1) group by e.id`,
    [ids],
  )
  return rows
}

/** How many people stand between these positions, the first included and the last not. */
export async function countBetween(db: Queryable, { from, to }: { from: number; to: number }): Promise<number> {
  const { rows } = await db.query<{ people: number }>(
    `select count(*)::int as people from waitlist_entries
     where position >= $1 and position < $2 and erased_at is null and not is_rejected`,
    [from, to],
  )
  return rows[0]!.people
}

type HeldRow = { id: string; email: string; created_at: Date; joined_position: number; is_over: boolean }

/** The held people of a group who joined after this position, in order. */
export async function readHeld(
  db: Queryable,
  { referrerId, after, limit }: { referrerId: string | null; after: number; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await db.query<HeldRow>(
    `select id, email, created_at, joined_position, is_over from (${HELD}) as held
     where referrer_id is not distinct from $1 and joined_position > $2 order by joined_position limit $3`,
    [referrerId, after, limit],
  )
  return rows
}

/** The ids of held people without a referrer. */
export const HELD_ALONE = `select id from (${HELD}) as held where referrer_id is null`

/** The ids of people whom rules hold that this version does not have. */
export const HELD_BY_REMOVED_RULES = `select h.entry_id as id from holds h
  where h.cause = 'signals' and h.closed_at is null and h.opened_by is null
    and (select coalesce(sum(points), 0) from (${currentOf('h.entry_id')}) as s) < ${MARK}`

/** The statement of the ids of everybody with an address at this domain. */
export function selectAtDomain(domain: string): { text: string; values: unknown[] } {
  const text = `select id from ${KEYED_ENTRIES} as e where ${KEYED_DOMAIN} = $1 and erased_at is null`
  return { text, values: [domainKey(domain)] }
}

/** The statement of the ids of everybody who joined from this network, as far as that is remembered. */
export function selectFromBlock(block: string): { text: string; values: unknown[] } {
  return { text: 'select entry_id as id from join_traces where block = $1::bigint', values: [block] }
}

type SignalRow = { entry_id: string; signal: SignalName; points: number; evidence: unknown; at: Date }

export async function readSignals(db: Queryable, ids: string[]): Promise<SignalRow[]> {
  const { rows } = await db.query<SignalRow>(
    `select id as entry_id, s.* from unnest($1::uuid[]) as id cross join lateral (${currentOf('id')}) as s
     order by points desc, signal`,
    [ids],
  )
  return rows
}
