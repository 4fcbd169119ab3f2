import { IS_RANKED } from './launch-order.ts'
import { findValue, type Queryable, type Transaction } from '../../db/query.ts'

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

export function firstPositionIn(bucket: string): string {
  return `greatest(2, (${bucket} << ${POSITION_BITS})::integer)`
}

export function firstJoinedIn(bucket: string): string {
  return `((${bucket} & ${2 ** REFERRALS_BITS - 1}) << ${JOINED_BITS})::integer`
}

export function beginningOf(bucket: string): string {
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
