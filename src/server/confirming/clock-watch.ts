import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'

const KEY = 'clock_watch'
const HOUR_MS = 60 * 60_000
/** Read every hour: a longer gap means that it jumped, or that no server ran. */
const LONGEST_GAP_MS = 3 * HOUR_MS
const STEADY_MS = 24 * HOUR_MS

/** Nobody must lose their place because of a wrong date. */
export async function isClockSteady(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ now: Date }>('select now() as now')
  const now = rows[0]!.now.getTime()
  const [seen, since] = ((await readSetting(db, KEY)) ?? '').split(' ').map(Number)
  const isSteady = seen !== undefined && since !== undefined && now >= seen && now - seen <= LONGEST_GAP_MS
  const steadySince = isSteady ? since : now
  await replaceSetting(db, KEY, `${now} ${steadySince}`)
  return now - steadySince >= STEADY_MS
}
