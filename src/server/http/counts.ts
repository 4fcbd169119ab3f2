import { DAY_MS } from '#shared/values/durations.ts'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { Funnel } from '#shared/list/summary.ts'
import { findValue, type Queryable } from '../db/query.ts'

/** `bucket`: the beginning of 15 minutes. */
export type Count = { bucket: Date; event: string; detail: string; utm_source: string; count: number }

/** Adds counts in the order of the key, so that two servers cannot deadlock. */
export async function addCounts(db: Queryable, counts: Count[]): Promise<void> {
  if (counts.length === 0) return
  await db.query(
    `insert into analytics_counts as c (bucket, event, detail, utm_source, count)
     select * from json_to_recordset($1)
       as t (bucket timestamptz, event text, detail text, utm_source text, count integer)
     order by 1, 2, 3, 4
     on conflict (bucket, event, detail, utm_source) do update set count = c.count + excluded.count`,
    [JSON.stringify(counts)],
  )
}

/** Without this bound, the planner would read the whole table. */
const FIRST_UNFOLDED = `coalesce((select min(bucket) from analytics_counts where count <> folded), 'infinity')`

/** Two servers may do this at the same time. Returns how many were added. */
export async function foldCounts(db: Queryable, { before, limit }: { before: Date; limit: number }) {
  return (await findValue<number>(
    db,
    `with unfolded as materialized (
       select bucket, event, detail, utm_source, count, count - folded as more from analytics_counts
       where count <> folded and bucket >= ${FIRST_UNFOLDED} and bucket < $1 order by bucket, event, detail, utm_source limit $2 for update),
     marked as (
       update analytics_counts as c set folded = u.count from unfolded as u
       where (c.bucket, c.event, c.detail, c.utm_source) = (u.bucket, u.event, u.detail, u.utm_source)),
     added as (
       insert into analytics_days as d (day, event, detail, count)
       select (bucket at time zone 'UTC')::date, event, detail, sum(more) from unfolded group by 1, 2, 3 order by 1, 2, 3
       on conflict (day, event, detail) do update set count = d.count + excluded.count)
     select count(*)::int as folded from unfolded`,
    [before, limit],
  ))!
}

/** A view of the landing page that opened with a named code, which is the detail. */
export const CODE_VISIT = 'code_visit'

/** Whole UTC days come from their sums. */
export async function sumCounts(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<{ event: string; detail: string; count: number }[]> {
  const firstDay = new Date(Math.min(Math.ceil(from.getTime() / DAY_MS) * DAY_MS, to.getTime()))
  const afterDays = new Date(Math.max(Math.floor(to.getTime() / DAY_MS) * DAY_MS, firstDay.getTime()))
  const { rows } = await db.query(
    `select event, detail, sum(count)::float8 as count from (
       select event, detail, count from analytics_days
         where day >= ($2 at time zone 'UTC')::date and day < ($3 at time zone 'UTC')::date
       union all select event, detail, count - folded from analytics_counts
         where count <> folded and bucket >= greatest($2, ${FIRST_UNFOLDED}) and bucket < $3
       union all select event, detail, count from analytics_counts where bucket >= $1 and bucket < $2
       union all select event, detail, count from analytics_counts where bucket >= $3 and bucket < $4) as counts
     group by event, detail`,
    [from, firstDay, afterDays, to],
  )
  return rows
}

/** `from` and `to` are multiples of 15 minutes, as midnight is in every time zone. The last few seconds may be missing. */
export async function readFunnel(db: Queryable, range: { from: Date; to: Date }): Promise<Funnel> {
  const counts = await sumCounts(db, range)
  const total = (event: string, detail?: string) =>
    counts
      .filter((row) => row.event === event && (detail === undefined || row.detail === detail))
      .reduce((sum, { count }) => sum + count, 0)

  return {
    visits: total('page_view', paths.home),
    emails: total('page_view', paths.form),
    steps: site().questions.map(({ name }) => ({ name, completed: total('form_step_complete', name) })),
    submissions: total('waitlist_submission'),
    shares: total('share'),
  }
}

/** The visits of each named code that has any. */
export async function readCodeVisits(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.query<{ code: string; visits: number }>(
    `select detail as code, sum(count)::float8 as visits from (
       select detail, count from analytics_days where event = $1
       union all select detail, count - folded from analytics_counts
         where count <> folded and bucket >= ${FIRST_UNFOLDED} and event = $1) as counts
     group by detail`,
    [CODE_VISIT],
  )
  return new Map(rows.map(({ code, visits }) => [code, visits]))
}
