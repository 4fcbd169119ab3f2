import { randomUUIDv7 } from 'node:crypto'
import { addDays, dayOf, instantOf } from '#shared/values/days.ts'
import type { Current } from '../../base/config/config.ts'
import { replaceOther } from '../../db/settings.ts'
import type { Task } from '../../db/tasks.ts'
import { countDay } from '../../listing/count-today.ts'
import { tellOf } from '../../outbox/tell-endpoints.ts'
import { WAITS_FOR_OWNER } from '../../people/why.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

export type DaySummary = { day: string; joined: number; by_friends: number; waiting: number }

const HOUR_MS = 60 * 60_000

type Telling = { pool: Pool; config: Current<'timeZone' | 'summaryHour'>; now: () => Date }

/** What was due while no server ran is told when one starts, on the same day. */
export function dailySummary(telling: Telling): Task {
  return {
    name: 'tell of the day before',
    everyMs: 60_000,
    failure: 'the daily summary could not be sent',
    run: () => tellOfYesterday(telling),
  }
}

export async function tellOfYesterday({ pool, config, now }: Telling): Promise<void> {
  const { timeZone, summaryHour } = config()
  const today = dayOf(now(), timeZone)
  if (now() < instantOf(Date.parse(today) + summaryHour * HOUR_MS, timeZone)) return
  const day = addDays(today, -1)
  const { joined, by_friends } = await countDay(pool, day)
  await inTransaction(pool, async (tx) => {
    if (!(await replaceOther(tx, 'summary_day', today))) return
    const { rows } = await tx.query<{ waiting: number }>(
      `select count(*)::int as waiting from (${WAITS_FOR_OWNER}) as waiting`,
    )
    const summary: DaySummary = { day, joined, by_friends, waiting: rows[0]!.waiting }
    await tellOf(tx, 'summary.daily', [randomUUIDv7()], summary)
  })
}
