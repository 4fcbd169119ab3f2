import type { Queryable } from '../db/pool.ts'
import type { Channel } from './jobs.ts'

type NewDelivery = { entry_id: string; friend_id?: string }

/** Notes that these people could not be served because the channel is not set up, so that a later catch-up finds them. */
export async function recordNotSetUp(db: Queryable, channel: Channel, people: NewDelivery[]): Promise<void> {
  await db.query(
    `insert into deliveries (entry_id, channel, friend_id, state)
     select distinct t.entry_id, $1, t.friend_id, 'not set up'
     from json_to_recordset($2) as t (entry_id uuid, friend_id uuid)
     on conflict (entry_id, channel, friend_id) do update set state = excluded.state, changed_at = now()`,
    [channel, JSON.stringify(people)],
  )
}
