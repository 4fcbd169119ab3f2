import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { CHANNELS_OF_JOINS } from '../../src/server/outbox/follow.ts'

const PATIENCE_MS = 180_000

const UNDONE = `select channel as name, state, count(*)::int from outbox where state in ('waiting', 'given up') group by 1, 2
  union all
  select 'the log', 'unread', (last_event - seq)::int from waitlist_counter, followers where name = 'outbox' and seq < last_event
  order by 1, 2`

/** What their join has left: a row of its channel, or the name. */
const MISSING = `
  select channel, count(*)::int from waitlist_entries e, unnest($1::text[]) as channel
  where not exists (select from outbox o where o.subject = e.id and o.channel = channel) group by channel
  union all
  select 'send-referral-notification', count(*)::int from waitlist_entries f
  where f.counts and not exists (select from outbox o where o.channel = 'send-referral-notification'
    and o.subject = f.inviter_id and o.friend_id = f.id)
  having count(*) > 0
  union all
  select 'full_names', count(*)::int from waitlist_entries e
  where not exists (select from full_names n where n.entry_id = e.id) having count(*) > 0`

type Row = { name?: string; state?: string; channel?: string; count: number }

/** Also if the primary or a server was replaced. Each line is a fault. */
export async function findUndone(client: pg.Client): Promise<string[]> {
  const undone = async () => (await client.query<Row>(UNDONE)).rows
  let left = await undone()
  for (const end = Date.now() + PATIENCE_MS; left.length > 0 && Date.now() < end; left = await undone())
    await sleep(500)
  const { rows: missing } = await client.query<Row>(MISSING, [CHANNELS_OF_JOINS])
  return [
    ...left.map(({ name, state, count }) => `${count} rows of ${name} are ${state} after ${PATIENCE_MS / 1_000} s`),
    ...missing.map(({ channel, count }) => `${count} joins have left nothing to ${channel}`),
  ]
}
