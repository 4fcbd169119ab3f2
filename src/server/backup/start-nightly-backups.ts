import type pg from 'pg'
import { dayOf, startOfDay } from '#shared/values/days.ts'
import type { Current } from '../config/config.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { beginBackup } from './backups.ts'
import type { Backups } from './run-backup.ts'

/** The backup of a day is due this long after the day begins. */
const DUE_AFTER_MS = 3 * 60 * 60_000
const ASK_EVERY_MS = 10 * 60_000

type Dependencies = {
  pool: pg.Pool
  config: Current<'timeZone' | 'backup'>
  backups: Backups
  logFailure: LogFailure
}

/**
 * Makes one backup a day, on only one of the servers. A backup that was missed while no server ran is made at the next
 * start. A failed one is retried within the hour, even if it was killed together with its server.
 */
export function startNightlyBackups({ pool, config, backups, logFailure }: Dependencies): Repeating {
  const failure = 'the nightly backup could not be made'
  const repeating = startRepeating({ step: makeIfDue, restMs: ASK_EVERY_MS, atOnce: true, failure, logFailure })

  async function makeIfDue(signal: AbortSignal) {
    const { timeZone, backup } = config()
    if (backup.folder === null) return
    const day = dayOf(new Date(), timeZone)
    const isNight = Date.now() < startOfDay(day, timeZone).getTime() + DUE_AFTER_MS
    if (isNight || signal.aborted) return
    const id = await beginBackup(pool, day)
    if (id !== null) await backups.run(id)
  }

  return {
    stop: async () => void (await Promise.all([repeating.stop(), backups.stop()])),
  }
}
