import type { PgBoss } from 'pg-boss'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import type { Queryable } from '../db/pool.ts'
import type { JobName } from './jobs.ts'

/** How often all queues are looked at, in milliseconds. */
const LOOK_MS = 1_000

/** In case nobody looks: how often a worker asks for jobs by itself, in seconds. */
export const BACKSTOP_SECONDS = 60

/** The ids of the workers of each queue. */
export type Workers = Map<JobName, string[]>

type Dependencies = { pool: Queryable; boss: PgBoss; workers: Workers; logFailure: LogFailure; everyMs?: number }

/**
 * Wakes the workers whose queues have jobs that can begin. One statement asks for all of them: some fifty workers that ask
 * every second are most of the work of a server that has nothing to do.
 */
export function startWaking({ pool, boss, workers, logFailure, everyMs = LOOK_MS }: Dependencies): Repeating {
  const names = [...workers.keys()]
  const step = async () => {
    for (const name of await findReady(pool, names)) for (const id of workers.get(name)!) boss.notifyWorker(id)
  }
  return startRepeating({ step, restMs: everyMs, failure: 'jobs that are due could not be found', logFailure })
}

async function findReady(db: Queryable, names: JobName[]): Promise<JobName[]> {
  const { rows } = await db.query<{ name: JobName }>(
    `select name from unnest($1::text[]) as queues (name) where exists (select from pgboss.job_common j
       where j.name = queues.name and state < 'active' and not blocked and start_after <= now())`,
    [names],
  )
  return rows.map(({ name }) => name)
}
