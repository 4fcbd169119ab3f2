import { type Channel, SERVICE_OF } from '#shared/owner/integrations.ts'
import type { Queryable } from '../db/pool.ts'

export type DeliveredTo = {
  channel: Channel
  state: string
  remote_id: string | null
  delivered_at: Date | null
  earlier: Date[]
  asked: Date[]
}

export async function readDelivered(db: Queryable, entryId: string): Promise<DeliveredTo[]> {
  const { rows } = await db.query<DeliveredTo>(
    `select channel, state, remote_id, delivered_at, coalesce(earlier, '{}') as earlier, array(select at from unnest(asked || asked_by_joiner) as at order by at) as asked
     from outbox
     where subject = $1 order by delivered_at, channel, friend_id`,
    [entryId],
  )
  return rows
}

export function isMail({ channel }: DeliveredTo): boolean {
  return SERVICE_OF[channel] === 'mail'
}
