import type { Channel } from '#shared/owner/integrations.ts'
import type { TestApp } from '../test-app.ts'

/** The deliveries of a channel, in the order in which they changed. */
export function deliveriesOf(
  app: TestApp,
  channel: Channel,
): Promise<{ state: string; remote_id: string; error: string | null }[]> {
  return app.rows('select state, remote_id, error from deliveries where channel = $1 order by changed_at', channel)
}

/** Whether no job of this channel is left, and no fan-out job. */
export async function isIdle(app: TestApp, channel: Channel): Promise<boolean> {
  const jobs = await app.rows(
    `select from pgboss.job where name in ('fan-out', $1) and state in ('created', 'retry', 'active') limit 1`,
    channel,
  )
  return jobs.length === 0
}

/** Whether the channel is idle, and everybody on the list is delivered or skipped. */
export async function isDelivered(app: TestApp, channel: Channel): Promise<boolean> {
  const missing = await app.rows(
    `select from waitlist_entries e where not exists (
       select from deliveries d where d.entry_id = e.id and channel = $1 and state in ('done', 'skipped')) limit 1`,
    channel,
  )
  return missing.length === 0 && isIdle(app, channel)
}
