import type { ReviewGroup } from '#shared/list/reviews.ts'
import { MARK, type SignalName } from '#site/trust.ts'
import type { Queryable } from '../../db/pool.ts'
import { domainKey } from '../../base/email-key.ts'
import { KEYED_DOMAIN, KEYED_ENTRIES } from '../../people/addresses/email-keys.ts'
import { instant } from '../../people/instant.ts'
import { UNDECIDED } from '../../people/undecided.ts'
import { currentOf } from '../signals.ts'

/** The number of people who wait for the owner, and whether anybody has brought a friend. */
export async function countHeld(db: Queryable): Promise<{ people: number; has_friends: boolean }> {
  const { rows } = await db.query(
    `select count(*)::int as people, exists (select from credits) as has_friends from (${UNDECIDED}) as undecided`,
  )
  return rows[0]
}

type Referrer = NonNullable<ReviewGroup['referrer']>

export async function readReferrers(db: Queryable, ids: string[]): Promise<Referrer[]> {
  const { rows } = await db.query<Referrer>(
    `select e.id, email, referral_code, position, joined_position, credited_places, ${instant('e.created_at')} as joined_at,
       is_doubtful, count(*) filter (where c.state = 'counted')::int as counted,
       referrals - count(*) filter (where c.state = 'counted')::int as imported,
       count(*) filter (where c.state in ('held', 'waiting'))::int as held,
       count(*) filter (where c.state = 'rejected')::int as rejected
     from waitlist_entries e join credits c on c.referrer_id = e.id where e.id = any($1) group by e.id`,
    [ids],
  )
  return rows
}

/** SQL: the ids of people who are held only by rules that this version no longer has. */
export const HELD_BY_REMOVED_RULES = `select h.entry_id as id from holds h
  where h.cause = 'signals' and h.closed_at is null and h.opened_by is null
    and (select coalesce(sum(points), 0) from (${currentOf('h.entry_id')}) as s) < ${MARK}`

/** The statement that selects everybody with an address at this domain. */
export function selectAtDomain(domain: string): { text: string; values: unknown[] } {
  const text = `select id from ${KEYED_ENTRIES} as e where ${KEYED_DOMAIN} = $1 and erased_at is null`
  return { text, values: [domainKey(domain)] }
}

/** The statement that selects everybody who joined from this network, as far as their traces are still stored. */
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
