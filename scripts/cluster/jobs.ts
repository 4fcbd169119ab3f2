import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Channel, CHANNELS } from '#shared/owner/integrations.ts'
import { LEFT_BY_JOINS } from '../../src/server/deliveries/left-by-joins.ts'

const PATIENCE_MS = 180_000

/** The channels to which every join leaves a delivery. */
const OF_JOINS: Channel[] = CHANNELS.filter((channel) => {
  const left = LEFT_BY_JOINS[channel]?.({ joined: [{ entry_id: '' }], credited: [] })
  return left && left.length > 0
})

/** Every job that is not done, whatever its queue. */
const UNDONE = `select name, state::text, count(*)::int from pgboss.job
  where state <> 'completed' group by 1, 2 order by 1, 2`

/** How many entries and credits lack what their join has left: a delivery by its channel, or the name. */
const MISSING = `
  select channel, count(*)::int from waitlist_entries e, unnest($1::text[]) as channel
  where not exists (select from deliveries d where d.entry_id = e.id and d.channel = channel) group by channel
  union all
  select 'send-referral-notification', count(*)::int from credits c
  where not exists (select from deliveries d where d.channel = 'send-referral-notification'
    and d.entry_id = c.referrer_id and d.friend_id = c.friend_id)
  having count(*) > 0
  union all
  select 'full_names', count(*)::int from waitlist_entries e
  where not exists (select from full_names n where n.entry_id = e.id) having count(*) > 0`

type Row = { name?: string; state?: string; channel?: string; count: number }

/**
 * Each join leaves a job, which makes its deliveries. Waits until no job is left in any queue, also if the primary or a
 * server was replaced, and then looks for the deliveries. Each line is a fault.
 */
export async function findUndone(client: pg.Client): Promise<string[]> {
  const undone = async () => (await client.query<Row>(UNDONE)).rows
  let left = await undone()
  for (const end = Date.now() + PATIENCE_MS; left.length > 0 && Date.now() < end; left = await undone())
    await sleep(500)
  const { rows: missing } = await client.query<Row>(MISSING, [OF_JOINS])
  return [
    ...left.map(({ name, state, count }) => `${count} jobs of ${name} are ${state} after ${PATIENCE_MS / 1_000} s`),
    ...missing.map(({ channel, count }) => `${count} joins have left nothing to ${channel}`),
  ]
}
