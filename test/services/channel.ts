import { expect } from 'vitest'
import type { Channel } from '#shared/owner/integrations.ts'
import type { TestApp } from '../test-app.ts'
import { ALL_KEPT } from '../../src/server/outbox/requeue.ts'

/** The deliveries of a channel, in the order in which they changed. */
export function deliveriesOf(
  app: TestApp,
  channel: Channel,
): Promise<{ state: string; remote_id: string; error: string | null }[]> {
  return app.rows('select state, remote_id, error from outbox where channel = $1 order by changed_at', channel)
}

/** Whether the outbox has followed the log, and nothing of this channel waits. */
export async function isIdle(app: TestApp, channel: Channel): Promise<boolean> {
  const left = await app.rows(
    `select from waitlist_counter, followers where name = 'outbox' and seq < last_event
     union all (select from outbox where channel = $1 and state = 'waiting' limit 1)
     union all select from outside_services where coalesce(catch_up_until, retry_until) is not null`,
    channel,
  )
  return left.length === 0
}

/**
 * Waits until no delivery is in hand. A test that has seen a mail or a call arrive needs this before it reads or
 * changes what the sender writes afterwards.
 */
export async function settled(app: Pick<TestApp, 'rows'>): Promise<void> {
  await expect.poll(() => app.rows('select channel from outbox where claimed_until > now()')).toEqual([])
}

/** Whether the channel is idle, and everybody on the list is delivered or skipped. */
export async function isDelivered(app: TestApp, channel: Channel): Promise<boolean> {
  const missing = await app.rows(
    `select from waitlist_entries e where not exists (
       select from outbox o where o.subject = e.id and channel = $1 and state in ('done', 'skipped')) limit 1`,
    channel,
  )
  return missing.length === 0 && isIdle(app, channel)
}

/** Also what is still to be made of the log. */
export function keptRows(app: Pick<TestApp, 'rows'>, channel?: Channel) {
  return app.rows(
    `select channel, subject, friend_id, state from ${ALL_KEPT} as o where $1::text is null or channel = $1 order by 1`,
    channel ?? null,
  )
}
