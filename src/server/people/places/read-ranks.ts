import { findValue, type Queryable, type Transaction } from '../../db/query.ts'

const CAN_BE_INVITED = `(state = 'waiting' and not is_rejected)`

/** Rejected people see a place too: they must not learn that they are rejected. */
export const IS_IN_LINE = `erased_at is null and state = 'waiting'`

/** Doubtful people have a rank. */
export const IS_RANKED = `erased_at is null and ${CAN_BE_INVITED}`

const IS_UNRANKED = `erased_at is null and not ${CAN_BE_INVITED}`

/** No two entries tie. */
export const LAUNCH_ORDER = 'position, (-referrals), joined_position'

/** A rank is the sum of all buckets before, plus a count inside its own. A bucket holds 512 positions. Only position 1 can be shared by many: there, a bucket holds 4,096 joining positions with the same number of referrals, and its number is negative. */
const POSITION_BITS = 9
const JOINED_BITS = 12
/** The bits for joining positions are enough for every integer. */
const REFERRALS_BITS = 20

type Key = { position: string; referrals: string; joined_position: string }

const OWN_COLUMNS: Key = { position: 'position', referrals: 'referrals', joined_position: 'joined_position' }

export function bucketOf({ position, referrals, joined_position }: Key = OWN_COLUMNS): string {
  return `case when ${position} = 1
    then (${joined_position} >> ${JOINED_BITS}) - ((${referrals} + 1)::bigint << ${REFERRALS_BITS})
    else (${position} >> ${POSITION_BITS})::bigint end`
}

function firstPositionIn(bucket: string): string {
  return `greatest(2, (${bucket} << ${POSITION_BITS})::integer)`
}

function firstJoinedIn(bucket: string): string {
  return `((${bucket} & ${2 ** REFERRALS_BITS - 1}) << ${JOINED_BITS})::integer`
}

function beginningOf(bucket: string): string {
  return `case when ${bucket} < 0 then 1 else ${firstPositionIn(bucket)} end,
    case when ${bucket} < 0 then (${bucket} >> ${REFERRALS_BITS}) + 1 else -2147483648 end,
    case when ${bucket} < 0 then ${firstJoinedIn(bucket)} else 0 end`
}

export function addToRankSumsOf(query: string): string {
  return `insert into rank_sums as s (bucket, entries)
    select bucket, sum(entries) from (${query}) as changes group by bucket having sum(entries) <> 0
    on conflict (bucket) do update set entries = s.entries + excluded.entries`
}

/** Of a relation with their key and `is_ranked`. */
export function bucketsOfNew(entries: string): string {
  return `select ${bucketOf()} as bucket, 1 as entries from ${entries} where is_ranked`
}

/** Of a relation with their key, `position_before`, `referrals_before` and `is_ranked`. */
export function bucketsOfMoved(moved: string): string {
  const before = { ...OWN_COLUMNS, position: 'position_before', referrals: 'referrals_before' }
  return `select ${bucketOf(before)}, -1 from ${moved} where is_ranked
    union all select ${bucketOf()}, 1 from ${moved} where is_ranked`
}

/** Each new friend of a person at position 1 may empty one. */
export async function countEmptySums(db: Queryable): Promise<number> {
  return (await findValue<number>(db, 'select count(*)::int as empty from rank_sums where entries = 0'))!
}

export async function dropEmptySums(tx: Transaction): Promise<void> {
  await tx.query('delete from rank_sums where entries = 0', [])
}

export const RECOUNTED_SUMS = `select ${bucketOf()} as bucket, count(*)::integer as entries
  from waitlist_entries where ${IS_RANKED} group by 1`

/** After `with`. In order, so that adding them up needs no sort. */
export const SUMS = 'sums as materialized (select bucket, entries from rank_sums order by bucket)'

/** For many ranks, or the entry at a rank: with the number of entries before each bucket. */
export const BUCKETS = `${SUMS}, buckets as materialized (
    select bucket, entries, sum(entries) over (order by bucket rows unbounded preceding) - entries as before from sums)`

/** `ids`: a query. Begins with BUCKETS. Each bucket is numbered once: people who joined one after another share a few. */
export function ranksOf(ids: string): string {
  return `with asked as materialized (
      select position, referrals, joined_position, ${bucketOf()} as bucket, (${IS_RANKED}) as is_ranked
      from waitlist_entries where id in (${ids})
    ), ranked as materialized (select * from asked where is_ranked
    ), ends as materialized (
      select distinct on (bucket) * from ranked order by bucket, position desc, referrals, joined_position desc
    ), numbered as materialized (
      select numbered.joined_position, nth from ends as ranked cross join lateral (
        ${numbersIn('bucket < 0', AT_FIRST)} union all ${numbersIn('bucket >= 0', BEHIND_FIRST)}) as numbered
    )
    select joined_position, before + nth - ${countUpTo(IS_UNRANKED)} as rank
    from ranked join buckets using (bucket) join numbered using (joined_position)`
}

function numbersIn(condition: string, bounds: string): string {
  return `select joined_position, row_number() over (order by ${LAUNCH_ORDER}) as nth from waitlist_entries
    where erased_at is null and ranked.${condition} and ${bounds}`
}

/** Of entries that are consecutive in launch order: the other ranks follow from the first. */
export function ranksInLine(entries: string, first?: string): string {
  const firstKey = `select *, ${bucketOf()} as bucket from line where nth = 1`
  return `with line as materialized (
      select position, referrals, joined_position, row_number() over (order by place) as nth
      from ${entries} join waitlist_entries on id = entry_id where ${IS_RANKED})
    select joined_position, nth - 1 + ${first ?? `(select ${RANKED_UP_TO} from (${firstKey}) as ranked)`} as rank
    from line`
}

/** The planner cannot estimate how few rows lie between two launch keys, so single columns have bounds as well. */
const AT_FIRST = `position = 1 and (-referrals) = -ranked.referrals
  and joined_position between ${firstJoinedIn('ranked.bucket')} and ranked.joined_position`
const BEHIND_FIRST = `position between ${firstPositionIn('ranked.bucket')} and ranked.position
  and (${LAUNCH_ORDER}) <= (ranked.position, -ranked.referrals, ranked.joined_position)`

function countUpTo(condition: string): string {
  const count = `select count(*) from waitlist_entries where ${condition}`
  return `case when ranked.bucket < 0 then (${count} and ${AT_FIRST}) else (${count} and ${BEHIND_FIRST}) end`
}

const IN_BUCKET = `${countUpTo('erased_at is null')} - ${countUpTo(IS_UNRANKED)}`

/** `ranked`: the columns of a key, of which there need be no entry, and its `bucket`. Begins with SUMS. */
export const RANKED_UP_TO = `(select coalesce(sum(s.entries), 0) from sums s where s.bucket < ranked.bucket)
  + ${IN_BUCKET}`

/** No row beyond the last rank. Begins with BUCKETS. */
export function keyAtRank(rank: string): string {
  return `with own as materialized (select * from buckets where before < ${rank} and before + entries >= ${rank})
    select ${LAUNCH_ORDER} from waitlist_entries
    where ${IS_RANKED} and (${LAUNCH_ORDER}) >= (select ${beginningOf('bucket')} from own)
    order by ${LAUNCH_ORDER} offset (select ${rank} - before - 1 from own) limit 1`
}
