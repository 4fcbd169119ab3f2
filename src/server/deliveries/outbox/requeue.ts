import type { Db, PgBoss } from 'pg-boss'
import { type Channel, channelsOf, type Service } from '#shared/owner/integrations.ts'
import { insertJobs } from '../../jobs/enqueue.ts'
import type { Jobs, Requeue, StandsStill, Target } from '../../jobs/jobs.ts'
import {
  countStanding,
  isRequeueing,
  lockService,
  queueFailed,
  queueForgotten,
  queueStanding,
} from './requeue-queries.ts'

/** The number of deliveries that become jobs in one transaction. */
const SLICE = 500

/**
 * Sends all stalled deliveries of a service again, in the background and across restarts. Returns their number, or 0 if
 * such a requeue is already under way.
 */
export async function requeueAll(
  boss: PgBoss,
  tx: Db,
  { service, state }: { service: Service; state: StandsStill },
): Promise<number> {
  const channels = channelsOf(service)
  const { count, until } = await countStanding(tx, { channels, state })
  await lockService(tx, service)
  if (count === 0 || (await isRequeueing(tx, { channels, state }))) return 0
  for (const channel of channels) await insertJobs(boss, tx, { name: 'requeue', bodies: [{ channel, state, until }] })
  return count
}

/** Queues a delivery that was given up. Resolves to false if it was not given up. */
export async function requeueFailed(
  boss: PgBoss,
  tx: Db,
  { channel, target }: { channel: Channel; target: Target },
): Promise<boolean> {
  if (!(await queueFailed(tx, { channel, target }))) return false
  await insertQueued(boss, tx, { channel, targets: [target] })
  return true
}

/**
 * Writes jobs for the next stalled deliveries, and one job for those after them, in the transaction that ends the
 * current job. A crash therefore repeats nothing and loses nothing.
 */
export async function requeueSlice(boss: PgBoss, tx: Db, asked: Requeue): Promise<void> {
  const targets = await queueStanding(tx, asked, SLICE)
  await insertQueued(boss, tx, { channel: asked.channel, targets })
  if (targets.length === SLICE) await insertJobs(boss, tx, { name: 'requeue', bodies: [asked] })
}

/** Writes new jobs for a service's deliveries whose jobs are gone. */
export async function requeueForgotten(boss: PgBoss, tx: Db, service: Service): Promise<void> {
  for (const channel of channelsOf(service)) {
    const targets = await queueForgotten(tx, channel)
    while (targets.length > 0) await insertQueued(boss, tx, { channel, targets: targets.splice(0, SLICE) })
  }
}

/** Writes jobs for deliveries that are already `queued`. */
async function insertQueued(
  boss: PgBoss,
  tx: Db,
  { channel, targets }: { channel: Channel; targets: Target[] },
): Promise<void> {
  await insertJobs(boss, tx, { name: channel, bodies: targets.map((target) => toBody(channel, target)) })
}

function toBody(channel: Channel, { entry_id, friend_id }: Target): Jobs[Channel] {
  if (channel === 'send-contact-message') return { message_id: entry_id }
  if (channel === 'send-referral-notification') return { entry_id, friend_id: friend_id! }
  return { entry_id }
}
