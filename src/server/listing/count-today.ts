import { dayOf, startOfDay } from '#shared/days.ts'
import { sourceOf } from '#shared/facets.ts'
import type { Queryable } from '../db/pool.ts'
import { readCalendar } from './read-calendar.ts'

/** How many people have come since the owner's midnight, from this source or, without one, at all. */
export async function countToday(db: Queryable, source: string | null): Promise<number> {
  const { timeZone } = await readCalendar(db)
  const { rows } = await db.query<{ people: number }>(
    `select count(*)::int as people from entry_listing
     where created_at >= $1 and ($2::text is null or source = $2)`,
    [startOfDay(dayOf(new Date(), timeZone), timeZone), sourceOf(source)],
  )
  return rows[0]!.people
}
