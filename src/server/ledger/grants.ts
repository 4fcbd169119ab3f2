/**
 * SQL: how many of its `places` each new credit keeps, in this order, so that friends bring nobody more than the rule's
 * `cap`. It reads rows with `places`, `cap`, `referrer_id`, whether the credit `counts`, and `had`: the places that the
 * referrer has. Credits that do not count keep all their places, because this is calculated again once they count. Read
 * the rows from a materialized query: otherwise PostgreSQL may read all entries in the order of their ids, only to
 * avoid sorting a few rows.
 */
export function grantOf({ order }: { order: string }): string {
  const earlier = `coalesce(sum(places) over (partition by referrer_id, counts order by ${order}
    rows between unbounded preceding and 1 preceding), 0)`
  return `case when cap is null or not counts then places
    else greatest(0, least(places, cap - had - ${earlier}))::integer end`
}
