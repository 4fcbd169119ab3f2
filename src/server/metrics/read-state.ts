import type pg from 'pg'
import { readBackups } from '../backup/backups.ts'
import { countUndone, type Undone } from '../deliveries/services/integration-queries.ts'
import { readTasks } from '../db/tasks.ts'
import { isHeld } from '../outbox/service-queries.ts'
import { type Behind, readBehind } from '../events/followers.ts'
import { FOLLOWER } from '../listing/log/unread.ts'
import { readCalendar } from '../listing/sql/read-calendar.ts'

export type State = {
  entries: number
  /** What lists and figures still lack. */
  behind: Behind
  undone: Undone[]
  tasks: { name: string; failures: number }[]
  isHeld: boolean
  backupAt: Date | null
  isBackupFailed: boolean
}

export async function readState(pool: pg.Pool): Promise<State> {
  const [{ entries }, behind, undone, tasks, held, { last, failure }] = await Promise.all([
    readCalendar(pool),
    readBehind(pool, FOLLOWER),
    countUndone(pool),
    readTasks(pool),
    isHeld(pool),
    readBackups(pool),
  ])
  const backupAt = last ? new Date(last.at) : null
  return { entries, behind, undone, tasks, isHeld: held, backupAt, isBackupFailed: failure !== null }
}
