import type { Db, PgBoss } from 'pg-boss'
import type { Transaction } from '../db/pool.ts'
import { isChannel, type JobName, type JobRow, type Jobs } from './jobs.ts'

/** Call this with the transaction that causes the job, so that both are committed or neither. */
export type Enqueue = <Name extends JobName>(
  tx: Transaction,
  name: Name,
  bodies: Jobs[Name][],
  options?: { afterSeconds?: number },
) => Promise<void>

/**
 * Writes jobs that may begin at once, or after some seconds. The queue's own `insert` runs a query first, so in a
 * pipeline it would come after the commit. This statement does the same for a plain job at a third of the cost.
 */
export const writeJobs: Enqueue = async (tx, name, bodies, { afterSeconds = 0 } = {}) => {
  if (bodies.length === 0) return
  await tx.query(insertJobsOf('select $1::text, unnest($2::text[]::jsonb[]), $3::integer'), [
    name,
    rowsOf(name, bodies).map((bodies) => JSON.stringify({ bodies } satisfies JobRow<typeof name>)),
    afterSeconds,
  ])
}

/** The statement that queues plain jobs, from a query with the name of the queue, the body, and the seconds to wait. */
export function insertJobsOf(query: string): string {
  return `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      heartbeat_seconds, deletion_seconds, start_after, keep_until, dead_letter, policy)
    select name, body, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds,
      deletion_seconds, now() + after * interval '1 second', now() + (after + retention_seconds) * interval '1 second',
      dead_letter, policy
    from (${query}) as jobs (queue, body, after) join pgboss.queue on name = queue
    on conflict do nothing`
}

type NewJobs<Name extends JobName> = {
  name: Name
  bodies: Jobs[Name][]
  /** The jobs begin at this time at the earliest. */
  startAfter?: Date
  /** When the queue deletes each job; its usual retention if not given. */
  keepUntil?: (body: Jobs[Name]) => Date | undefined
}

/**
 * All bodies of one call become one row, so a batch of joins costs the same as a single join. Jobs of a channel get a
 * row each, because each is retried on its own.
 */
export async function insertJobs<Name extends JobName>(
  boss: PgBoss,
  db: Db,
  { name, bodies, startAfter, keepUntil }: NewJobs<Name>,
): Promise<void> {
  if (bodies.length === 0) return
  await boss.insert(
    name,
    rowsOf(name, bodies).map((bodies) => {
      const until = keepUntil?.(bodies[0]!)
      return {
        data: { bodies } satisfies JobRow<Name>,
        ...(startAfter && { startAfter }),
        ...(until && { retentionSeconds: secondsBetween(startAfter ?? new Date(), until) }),
      }
    }),
    { db },
  )
}

function rowsOf<Name extends JobName>(name: Name, bodies: Jobs[Name][]): Jobs[Name][][] {
  return isChannel(name) ? bodies.map((body) => [body]) : [bodies]
}

/** The queue requires at least one second. */
function secondsBetween(start: Date, end: Date): number {
  return Math.max(1, Math.floor((end.getTime() - start.getTime()) / 1000))
}

/** A client or pool in the form that the queue expects. */
export function asDb(db: Pick<Transaction, 'query'>): Db {
  return { executeSql: (text, values) => db.query(text, values) }
}
