import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Service } from '#shared/integrations.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeliveryError } from '../integrations/delivery-error.ts'
import type { Delivery } from './delivery.ts'
import { asDb, insertJobs } from './enqueue.ts'
import { type Channel, type JobRow, targetOf } from './jobs.ts'
import {
  claimDelivery,
  countFailure,
  finishDelivery,
  pauseService,
  recordFailure,
  recordWorking,
  takeSlot,
} from './queries.ts'

/** Milliseconds between two calls to a service, from all servers together. The services' limits are a little higher. */
export type Paces = Record<Service, number>
export const PACES: Paces = { mail: 50, notion: 400, beehiiv: 350 }

/** What is wrong with a key or a property is looked at again this often, in seconds. */
const UNTIL_PUT_RIGHT = 10 * 60
const WHILE_CLAIMED = 2 * 60_000

type Dependencies = { boss: PgBoss; pool: pg.Pool; paces: Paces }

/**
 * Does one job of a channel, and settles it: completed, to be tried again, or dead. While its service is paused the job
 * is written anew for later, which does not count as a try.
 */
export async function settleDelivery<Name extends Channel>(
  { boss, pool, paces }: Dependencies,
  { service, deliver }: Delivery<Name>,
  job: JobWithMetadata<JobRow<Name>>,
): Promise<JobResult> {
  const channel = job.name as Name
  const body = job.data.bodies[0]!
  const which = { channel, target: targetOf(body) }

  const slot = await takeSlot(pool, { service, paceMs: paces[service] })
  if ('pausedUntil' in slot) return putOff(slot.pausedUntil)
  await sleep(slot.waitMs)
  const claim = await claimDelivery(pool, which)
  if (!claim) return putOff(new Date(Date.now() + WHILE_CLAIMED))
  try {
    const delivered = await deliver(body, claim)
    await finishDelivery(pool, which, delivered)
    await recordWorking(pool, service)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    return settleFailure(error)
  }

  async function putOff(startAfter: Date): Promise<JobResult> {
    await insertJobs(boss, asDb(pool), { name: channel, bodies: [body], startAfter })
    return { id: job.id, status: 'completed' }
  }

  async function settleFailure(error: unknown): Promise<JobResult> {
    const { message, kind, retryAfter } =
      error instanceof DeliveryError ? error : new DeliveryError('failed', describe(error), { cause: error })
    if (kind === 'unavailable' || kind === 'misconfigured') {
      await recordFailure(pool, which, { state: 'waiting', reason: message })
      const seconds = retryAfter ?? (kind === 'misconfigured' ? UNTIL_PUT_RIGHT : undefined)
      return putOff(await pauseService(pool, { service, problem: message, seconds }))
    }
    const isLast = kind === 'refused' || job.retryCount >= job.retryLimit
    await recordFailure(pool, which, { state: isLast ? 'failed' : 'retrying', reason: message })
    if (kind === 'failed') await countFailure(pool, { service, problem: message })
    return { id: job.id, status: isLast ? 'deadletter' : 'failed', output: { message } }
  }
}

/** The details of a database's error quote the row, which is personal. */
export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
