import type { Transaction } from '../../db/pool.ts'
import type { Channel } from '#shared/owner/integrations.ts'
import type { Target } from '../../outbox/channel.ts'

type Which = { channel: Channel; target: Target }

export async function readDeliveredAt(tx: Transaction, { channel, target }: Which): Promise<Date | null> {
  const { rows } = await tx.query<{ delivered_at: Date | null }>(
    `select delivered_at from outbox
     where subject = $1 and channel = $2 and friend_id is not distinct from $3`,
    [target.subject, channel, target.friend_id ?? null],
  )
  return rows[0]?.delivered_at ?? null
}
