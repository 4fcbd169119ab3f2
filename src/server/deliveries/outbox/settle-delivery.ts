import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type pg from 'pg'
import { attemptDelivery, type Paces } from './attempt-delivery.ts'
import type { Delivery } from './delivery.ts'
import { postpone } from './enqueue.ts'
import { type Channel, channelsOf } from '#shared/owner/integrations.ts'
import type { JobRow } from '../../jobs/jobs.ts'
import type { LogFailure } from '../../base/log-failures.ts'
import { UNTIL_UNCLAIMED } from './delivery-queries.ts'
import { postponeJobs } from './service-queries.ts'

type Dependencies = {
  boss: PgBoss
  pool: pg.Pool
  paces: Paces
  logFailure: LogFailure
  /** Whether the settings of this delivery are still current. */
  isInForce: () => boolean
}

/**
 * Runs one job of a channel and settles it: completed, to be retried, or dead. A job that has to wait is rewritten for
 * later, which does not count as a try. While its service is paused, all other jobs of the service wait too.
 */
export async function settleDelivery<Name extends Channel>(
  { boss, pool, paces, logFailure, isInForce }: Dependencies,
  delivery: Delivery<Name>,
  job: JobWithMetadata<JobRow<Name>>,
): Promise<JobResult> {
  const channel = job.name as Name
  const body = job.data.bodies[0]!
  const isLastTry = job.retryCount >= job.retryLimit

  const attempt = await attemptDelivery({ pool, paces, logFailure }, delivery, {
    channel,
    body,
    isLastTry,
    isInForce,
  })
  if (attempt.state === 'put off') {
    await postponeJobs(pool, { service: delivery.service, channels: channelsOf(delivery.service) })
    await putOff('pause')
  }
  if (attempt.state === 'early') await putOff(attempt.until)
  if (attempt.state === 'claimed') await putOff(new Date(Date.now() + UNTIL_UNCLAIMED))
  if (attempt.state !== 'failed') return { id: job.id, status: 'completed' }
  return { id: job.id, status: attempt.again ? 'failed' : 'deadletter', output: { message: attempt.reason } }

  function putOff(startAfter: Date | 'pause'): Promise<void> {
    return postpone({ boss, pool }, { name: channel, body, startAfter, keepUntil: job.keepUntil })
  }
}
