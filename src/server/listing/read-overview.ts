import type pg from 'pg'
import { DEFAULT_RANGE } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import type { Overview } from '#shared/list/summary.ts'
import { paths } from '#shared/site/paths.ts'
import { startOfDay } from '#shared/values/days.ts'
import { readCalendar } from './sql/read-calendar.ts'

/** How many people stand where in line, and how many visits each source brought in the usual range. */
export async function readOverview(pool: pg.Pool, now: Date): Promise<Overview> {
  const { timeZone } = await readCalendar(pool)
  const { from } = periodOf({ range: DEFAULT_RANGE }, { now, timeZone })
  const { rows } = await pool.query<Overview>(
    `with states as (
       select count(*) filter (where state = 'invited') as invited, count(*) filter (where state = 'admitted') as admitted
       from waitlist_entries where erased_at is null and state <> 'waiting'),
     sources as (
       select utm_source as source, sum(count) as visits from analytics_counts
       where event = 'page_view' and detail = $1 and bucket >= $2 group by utm_source)
     select (entries - invited - admitted)::int as waiting, invited::int, admitted::int,
       (select coalesce(json_agg(sources order by visits desc, source), '[]') from sources) as visits
     from waitlist_counter, states where id = 1`,
    [paths.home, startOfDay(from!, timeZone)],
  )
  return rows[0]!
}
