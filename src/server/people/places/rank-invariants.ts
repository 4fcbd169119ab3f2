import type { Invariant } from '../../db/invariant.ts'
import { bucketOf, IS_RANKED, LAUNCH_ORDER, RECOUNTED_SUMS } from './read-ranks.ts'

/** As readers calculate it, and as launch order gives it (`expected`). */
const RANKS = `select joined_position, before + row_number() over (partition by bucket order by ${LAUNCH_ORDER}) as rank,
    row_number() over (order by ${LAUNCH_ORDER}) as expected
  from (select *, ${bucketOf()} as bucket from waitlist_entries where ${IS_RANKED}) as ranked
    left join (select bucket, sum(entries) over (order by bucket) - entries as before from rank_sums) as buckets
      using (bucket)`

export const RANK_INVARIANTS: Invariant[] = [
  {
    rule: 'The sums that ranks are counted from equal a recount',
    unit: 'sums',
    count: 'select count(*) from rank_sums',
    offenders: `select bucket, s.entries, recounted.entries as recounted
      from (select * from rank_sums where entries <> 0) as s full join (${RECOUNTED_SUMS}) as recounted using (bucket)
      where s.entries is distinct from recounted.entries`,
  },
  {
    rule: 'Ranks are 1 to N in launch order, without a gap or a repeat',
    unit: 'ranks',
    count: `select count(*) from waitlist_entries where ${IS_RANKED}`,
    offenders: `select joined_position, rank::int, expected::int from (${RANKS}) as ranks
      where rank is distinct from expected`,
  },
]
