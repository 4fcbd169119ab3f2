import type { Queryable, Transaction } from '../db/pool.ts'
import { BEAT_SECONDS } from './queues.ts'

/** Three missed heartbeats. This is no shorter than a claim, so that a released job finds its delivery unclaimed. */
const SILENCE = 3 * BEAT_SECONDS

/** Identifies a job together with its last heartbeat. */
const SIGN_OF_LIFE = `id || ' ' || heartbeat_on`
const IS_SILENT = `state = 'active' and heartbeat_seconds is not null
  and heartbeat_on < now() - interval '${SILENCE} seconds'`

/**
 * Creates an index of the active jobs. Without it, every search for silent jobs, one every few seconds, would read all
 * jobs.
 */
export async function indexActiveJobs(tx: Transaction): Promise<void> {
  const { rows } = await tx.query(`select to_regclass('pgboss.firstchair_active') is not null as is_there`)
  if (rows[0].is_there) return
  // The lock makes two servers that start at once create the index one after the other.
  await tx.query('lock table pgboss.job_common in share row exclusive mode')
  await tx.query(`create index if not exists firstchair_active on pgboss.job_common (name) where state = 'active'`)
}

/** Finds active jobs whose last heartbeat is too old. Returns their signs of life. */
export async function findSilent(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ sign: string }>(
    `select ${SIGN_OF_LIFE} as sign from pgboss.job_common where ${IS_SILENT}`,
  )
  return rows.map(({ sign }) => sign)
}

/**
 * Makes the jobs with these signs of life due again if they have sent no heartbeat since. If their server still runs,
 * it can no longer complete them.
 */
export async function releaseJobs(db: Queryable, signs: string[]): Promise<void> {
  await db.query(
    `update pgboss.job_common set state = 'retry', start_after = now(), heartbeat_on = null
     where ${IS_SILENT} and ${SIGN_OF_LIFE} = any($1)`,
    [signs],
  )
}

/** Makes the jobs that a stopping server interrupted due at once: the queue would delay them by a minute or two. */
export async function releaseInterrupted(db: Queryable): Promise<void> {
  await db.query(
    `update pgboss.job_common set start_after = now()
     where state = 'retry' and start_after > now() and output ->> 'value' = 'pg-boss shut down while active'`,
  )
}
