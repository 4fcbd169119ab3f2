/**
 * SQL: how many of their `places` new credits keep, so that nobody gets more by friends than the rule's `cap`, in an order.
 * It reads rows with `places`, `cap`, `referrer_id`, whether each `counts`, and `had`: the places that its referrer has.
 * Credits that do not count keep all: when they do, this is asked again. Read them from a materialized query: otherwise
 * PostgreSQL may read all entries in the order of their ids, only to avoid sorting a few rows.
 */
export function grantOf({ order }: { order: string }): string {
  const earlier = `coalesce(sum(places) over (partition by referrer_id, counts order by ${order}
    rows between unbounded preceding and 1 preceding), 0)`
  return `case when cap is null or not counts then places
    else greatest(0, least(places, cap - had - ${earlier}))::integer end`
}
