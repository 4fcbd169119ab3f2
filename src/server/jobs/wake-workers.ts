import type { PgBoss } from 'pg-boss'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import type { Queryable } from '../db/pool.ts'
import type { JobName } from './jobs.ts'

/** How often all queues are checked, in milliseconds. */
const LOOK_MS = 1_000

/** How often a worker polls for jobs by itself, in seconds: a fallback if nothing wakes it. */
export const BACKSTOP_SECONDS = 60

/** The ids of the workers of each queue. */
export type Workers = Map<JobName, string[]>

type Dependencies = { pool: Queryable; boss: PgBoss; workers: Workers; logFailure: LogFailure; everyMs?: number }

/**
 * Wakes the workers whose queues have due jobs. One statement checks all queues: about fifty workers that each poll
 * every second would cause most of the load of an idle server.
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
