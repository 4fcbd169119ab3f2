import type pg from 'pg'
import { readBackups } from '../backup/backups.ts'
import { countUndone, type Undone } from '../deliveries/outbox/integration-queries.ts'
import { isHeld } from '../deliveries/outbox/service-queries.ts'
import { countUnfinished, type Unfinished } from '../jobs/count-unfinished.ts'
import { type Behind, readBehind } from '../listing/log/queries.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'

/** The values that only the database has. */
export type State = {
  entries: number
  /** The joins that lists and figures still lack. */
  behind: Behind
  jobs: Unfinished[]
  deliveries: Undone[]
  isHeld: boolean
  /** When the newest successful backup ended; null if there is none. */
  backupAt: Date | null
  isBackupFailed: boolean
}

export async function readState(pool: pg.Pool): Promise<State> {
  const [{ entries }, behind, jobs, deliveries, held, { last, failure }] = await Promise.all([
    readCalendar(pool),
    readBehind(pool),
    countUnfinished(pool),
    countUndone(pool),
    isHeld(pool),
    readBackups(pool),
  ])
  const backupAt = last ? new Date(last.at) : null
  return { entries, behind, jobs, deliveries, isHeld: held, backupAt, isBackupFailed: failure !== null }
}
