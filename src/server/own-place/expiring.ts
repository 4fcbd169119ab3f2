import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { findToRemind, findUnanswered } from '../deliveries/mail/may-go-out.ts'
import { enqueue } from '../outbox/rows.ts'
import { dropRequests, lockRequests } from '../joining/requests.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'
import type { Task } from '../db/tasks.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { inTransaction, type Queryable } from '../db/query.ts'

const HOUR_MS = 60 * 60_000
/** Few rows: visitors must not wait long. */
const SLICE = 100
const REST_MS = 100
const LONGEST_UNTIL_REMINDED = 3

type Expiring = Pick<Context, 'pool' | 'eraseRequests'>

export function expiring(ctx: Expiring & Pick<Context, 'config'>): Task {
  return {
    name: 'expire requests',
    everyMs: HOUR_MS,
    failure: 'people who did not confirm could not be reminded or erased',
    run: (signal) => expire({ ...ctx, confirmDays: ctx.config().confirmDays }, signal),
  }
}

/** As many days pass after the reminder as before it. People whose reminder has not been sent are kept. */
export async function expire(
  { pool, eraseRequests, confirmDays }: Expiring & { confirmDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const untilReminded = Math.min(LONGEST_UNTIL_REMINDED, confirmDays / 2)
  const isSteady = await isClockSteady(pool)
  await bySlices((limit, after) => findToRemind(pool, { days: untilReminded, limit, after }), remind, signal)
  if (!isSteady) return
  await dropRequests(pool, confirmDays)
  const asked = { days: confirmDays, daysSinceReminder: untilReminded }
  await bySlices((limit, after) => findUnanswered(pool, { ...asked, limit, after }), erase, signal)

  async function remind(ids: string[]): Promise<void> {
    await inTransaction(pool, (tx) => enqueue(tx, 'send-reminder', ids))
  }

  async function erase(ids: string[]): Promise<void> {
    await inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      await eraseRequests(tx, await lockRequests(tx, ids))
    })
  }
}

async function bySlices(
  find: (limit: number, after: string) => Promise<string[]>,
  handle: (ids: string[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  while (!signal?.aborted) {
    const ids = await find(SLICE, after)
    if (ids.length === 0) return
    await handle(ids)
    after = ids.at(-1)!
    await sleep(REST_MS)
  }
}

const CLOCK_WATCH = 'clock_watch'
/** Read every hour: a longer gap means that it jumped, or that no server ran. */
const LONGEST_GAP_MS = 3 * HOUR_MS
const STEADY_MS = 24 * HOUR_MS

/** Nobody must lose their place because of a wrong date. */
export async function isClockSteady(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ now: Date }>('select now() as now')
  const now = rows[0]!.now.getTime()
  const [seen, since] = ((await readSetting(db, CLOCK_WATCH)) ?? '').split(' ').map(Number)
  const isSteady = seen !== undefined && since !== undefined && now >= seen && now - seen <= LONGEST_GAP_MS
  const steadySince = isSteady ? since : now
  await replaceSetting(db, CLOCK_WATCH, `${now} ${steadySince}`)
  return now - steadySince >= STEADY_MS
}
