import type pg from 'pg'
import { dayOf, startOfDay } from '#shared/values/days.ts'
import type { Current } from '../config/config.ts'
import type { Task } from '../db/tasks.ts'
import { beginBackup } from './backups.ts'
import type { Backups } from './run-backup.ts'

const DUE_AFTER_MS = 3 * 60 * 60_000

type Dependencies = { pool: pg.Pool; config: Current<'timeZone' | 'backup'>; backups: Backups }

/** A backup that was missed while no server ran is made at the next start. */
export function nightlyBackup({ pool, config, backups }: Dependencies): Task {
  return {
    name: 'nightly backup',
    everyMs: 10 * 60_000,
    failure: 'the nightly backup could not be made',
    run: async (signal) => {
      const { timeZone, backup } = config()
      if (backup.folder === null) return
      const day = dayOf(new Date(), timeZone)
      const isNight = Date.now() < startOfDay(day, timeZone).getTime() + DUE_AFTER_MS
      if (isNight || signal.aborted) return
      const id = await beginBackup(pool, day)
      if (id !== null) await backups.run(id)
    },
  }
}
