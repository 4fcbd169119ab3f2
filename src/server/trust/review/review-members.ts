import type { SignalName } from '#site/trust.ts'
import type { Queryable } from '../../db/pool.ts'
import { bounceOf } from '../../people/addresses/opted-out.ts'
import { isProven } from '../../people/proven.ts'
import { UNDECIDED } from '../../people/undecided.ts'
import { currentOf } from '../signals.ts'

/**
 * A person that Review looks at: a recent friend, a friend of the codes that gained most, or somebody who waits for the
 * owner.
 */
export type Member = {
  id: string
  position: number
  /** In epoch milliseconds. */
  at: number
  email: string
  /** Null if the person credits nobody. */
  referrer_id: string | null
  credit: 'counted' | 'held' | 'rejected' | 'waiting' | 'repeated' | null
  places: number
  /** A keyed hash of the network; null if it is unknown or was deleted. */
  block: string | null
  /** A hash of the answers; null without a business name, because the other answers alone are too often the same. */
  answers: string | null
  is_doubtful: boolean
  is_rejected: boolean
  is_accepted: boolean
  is_invited: boolean
  /** Whether the person waits because ten friends of the same code at the same domain count already. */
  is_over: boolean
  is_confirmed: boolean
  is_bounced: boolean
  is_let_in: boolean
  marks: SignalName[]
}

/**
 * The number of latest joins that Review looks at, and the most friends among them. The joins of a referral farm are
 * close together.
 */
const LOOKS_BACK = { joins: 20_000, friends: 5_000 }
const MOST_WAITING = 5_000
/**
 * Review looks at this many codes with the most friends of all time, and at this many of the newest friends of each.
 */
const MOST_CODES = 40
const MOST_OF_CODE = 200

const ANSWERS = `case when f.business_name is not null then hashtextextended(concat_ws(E'\\x1f', lower(btrim(f.business_name)),
    f.is_solo_provider, f.job_industry, f.problems::text, f.other_problem, f.goals::text, f.other_goal, f.price_range), 0)::text
  end`

const WATCHED = `
  (select f.id from waitlist_entries f join credits c on c.friend_id = f.id
    where f.joined_position > ${joinsAgo(LOOKS_BACK.joins)}
    order by f.joined_position desc limit ${LOOKS_BACK.friends})
  union (select id from (${UNDECIDED}) as undecided limit ${MOST_WAITING})
  union (select friend_id from (
      select id from waitlist_entries where referrals > 0 and erased_at is null
      order by referrals desc, position, joined_position limit ${MOST_CODES}) as referrers
    cross join lateral (select friend_id from credits where referrer_id = referrers.id
      order by created_at desc limit ${MOST_OF_CODE}) as friends)`

/** Everybody that Review looks at, in the order of joining. The number is bounded, however long the list is. */
export async function readMembers(db: Queryable): Promise<Member[]> {
  const { rows } = await db.query<Member>(
    `with watched as materialized (${WATCHED})
     select f.id, f.joined_position as position, (extract(epoch from coalesce(t.at, f.created_at)) * 1000)::float8 as at, f.email,
       c.referrer_id, c.state as credit, coalesce(c.places, 0) as places, t.block::text, ${ANSWERS} as answers,
       f.is_doubtful, f.is_rejected, f.is_accepted, f.state = 'invited' as is_invited,
       f.confirmed_at is not null as is_confirmed, f.state = 'admitted' as is_let_in,
       ${bounceOf('f.id')} is not null as is_bounced,
       coalesce(c.state = 'waiting' and f.confirmed_at is not null and r.erased_at is null and ${isProven('r')}, false) as is_over,
       case when f.is_doubtful then array(select signal from (${currentOf('f.id')}) as s where points > 0) else '{}' end as marks
     from watched join waitlist_entries f using (id) left join credits c on c.friend_id = f.id
       left join waitlist_entries r on r.id = c.referrer_id left join join_traces t on t.position = f.joined_position
     where f.erased_at is null order by f.joined_position`,
  )
  return rows
}

/** Counts how many of the latest people bounced, confirmed and were let in. Review compares groups with these rates. */
export async function readRates(
  db: Queryable,
): Promise<{ people: number; bounced: number; confirmed: number; let_in: number }> {
  const { rows } = await db.query(
    `select count(*)::int as people, count(${bounceOf('e.id')})::int as bounced, count(confirmed_at)::int as confirmed,
       count(*) filter (where state = 'admitted')::int as let_in
     from waitlist_entries e
     where joined_position > ${joinsAgo(LOOKS_BACK.friends)} and erased_at is null`,
  )
  return rows[0]
}

/** SQL: the joining position that is this many joins before the last one. */
function joinsAgo(joins: number): string {
  return `(select max(joined_position) - ${joins} from waitlist_entries)`
}
