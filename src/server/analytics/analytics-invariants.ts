import type { Invariant } from '../db/invariant.ts'

export const ANALYTICS_INVARIANTS: Invariant[] = [
  {
    rule: 'The counts of each day are the sums of its quarter hours',
    unit: 'sums',
    count: 'select count(*) from analytics_days',
    offenders: `select day, event, detail, d.count::int, folded from analytics_days as d full join (
        select (bucket at time zone 'UTC')::date as day, event, detail, sum(folded)::int as folded
        from analytics_counts group by 1, 2, 3) as quarters using (day, event, detail)
      where coalesce(d.count, 0) <> coalesce(folded, 0)`,
  },
]
