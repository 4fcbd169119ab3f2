import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'

const KEY = 'clock_watch'
const HOUR_MS = 60 * 60_000
/** The clock is looked at every hour; a gap of more than this, or a step back, is a jump or a long rest. */
const LONGEST_GAP = 3 * HOUR_MS
/** Nothing is erased by the clock before it has gone steadily for this long. */
const STEADY = 24 * HOUR_MS

/**
 * Looks at the database's clock, and tells whether it has gone steadily for a day. After a jump or a long rest it has
 * not: then people must not lose their place to a wrong date, nor to mails that could not be sent.
 */
export async function isClockSteady(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ now: Date }>('select now() as now')
  const now = rows[0]!.now.getTime()
  const [seen, since] = ((await readSetting(db, KEY)) ?? '').split(' ').map(Number)
  const isSteady = seen !== undefined && since !== undefined && now >= seen && now - seen <= LONGEST_GAP
  const steadySince = isSteady ? since : now
  await replaceSetting(db, KEY, `${now} ${steadySince}`)
  return now - steadySince >= STEADY
}
