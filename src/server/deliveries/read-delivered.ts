import { type Channel, SERVICE_OF } from '#shared/integrations.ts'
import type { Queryable } from '../db/pool.ts'

/** A delivery to a person. `remote_id` is the id of their page or subscription, or the Message-ID. */
export type DeliveredTo = { channel: Channel; state: string; remote_id: string | null; delivered_at: Date | null }

/** What mail and the services got of a person, and what waits for them; oldest first. */
export async function readDelivered(db: Queryable, entryId: string): Promise<DeliveredTo[]> {
  const { rows } = await db.query<DeliveredTo>(
    `select channel, state, remote_id, delivered_at from deliveries
     where entry_id = $1 order by delivered_at, channel, friend_id`,
    [entryId],
  )
  return rows
}

export function isMail({ channel }: DeliveredTo): boolean {
  return SERVICE_OF[channel] === 'mail'
}
