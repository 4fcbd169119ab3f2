import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Channel } from '#shared/owner/integrations.ts'
import { inTransaction } from '../db/transaction.ts'
import { describe, type Paces } from './outbox/attempt-delivery.ts'
import type { Delivery } from './outbox/delivery.ts'
import { asDb } from '../jobs/enqueue.ts'
import type { JobRow } from '../jobs/jobs.ts'
import { adoptNames } from './names-in-jobs.ts'
import { setAside } from './outbox/set-aside.ts'
import { settleDelivery } from './outbox/settle-delivery.ts'
import type { LogFailure } from '../base/log-failures.ts'

type Dependencies = {
  boss: PgBoss
  pool: pg.Pool
  paces: Paces
  logFailure: LogFailure
  /** The delivery with the current settings; null while its service is not set up. */
  current: () => Delivery | null
}
type Job = JobWithMetadata<JobRow<Channel>>

/** Delivers the jobs of a channel one after the other, or sets them aside while the service is not set up. */
export async function deliverJobs(
  { boss, pool, paces, logFailure, current }: Dependencies,
  name: Channel,
  jobs: Job[],
): Promise<JobResult[]> {
  await adoptNames(pool, jobs)
  if (!current()) return putAside(pool, name, jobs)
  const results: JobResult[] = []
  for (const job of jobs) {
    // The settings may change at any time, so each job uses the current delivery.
    const delivery = current()
    if (!delivery) {
      results.push(...(await putAside(pool, name, [job])))
      continue
    }
    const isInForce = () => current() === delivery
    const settled = settleDelivery({ boss, pool, paces, logFailure, isInForce }, delivery, job)
    results.push(await settled.catch((error) => failed(job.id, describe(error))))
  }
  return results
}

async function putAside(pool: pg.Pool, name: Channel, jobs: Job[]): Promise<JobResult[]> {
  const bodies = jobs.flatMap(({ data }) => data.bodies)
  const failure = await inTransaction(pool, (tx) => setAside(asDb(tx), { name, bodies })).then(() => null, describe)
  return jobs.map(({ id }): JobResult => (failure ? failed(id, failure) : { id, status: 'completed' }))
}

export function failed(id: string, message: string): JobResult {
  return { id, status: 'failed', output: { message } }
}
