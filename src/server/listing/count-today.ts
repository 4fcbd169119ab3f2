import { addDays, dayOf, startOfDay } from '#shared/values/days.ts'
import { sourceOf } from '#shared/site/offered.ts'
import { catchUp } from './log/catch-up.ts'
import { readCalendar } from './sql/read-tally.ts'
import { findRow, findValue, type Pool } from '../db/query.ts'

/** After this time, the number may be too low. */
const PATIENCE_MS = 2_000

export async function countToday(pool: Pool, source: string | null): Promise<number> {
  await catchUp(pool, PATIENCE_MS)
  const { timeZone } = await readCalendar(pool)
  return (await findValue<number>(
    pool,
    `select count(*)::int as people from entry_listing
     where created_at >= $1 and ($2::text is null or source = $2)`,
    [startOfDay(dayOf(new Date(), timeZone), timeZone), sourceOf(source)],
  ))!
}

export async function countDay(pool: Pool, day: string): Promise<{ joined: number; by_friends: number }> {
  await catchUp(pool, PATIENCE_MS)
  const { timeZone } = await readCalendar(pool)
  return (await findRow<{ joined: number; by_friends: number }>(
    pool,
    `select count(*)::int as joined, (count(*) filter (where is_referred))::int as by_friends from entry_listing
     where created_at >= $1 and created_at < $2`,
    [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)],
  ))!
}
