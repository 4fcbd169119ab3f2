import type { Transaction } from '../db/pool.ts'
import type { Channel, Target } from './jobs.ts'

type Which = { channel: Channel; target: Target }

/** When this was last delivered; null when it never was. */
export async function readDeliveredAt(tx: Transaction, { channel, target }: Which): Promise<Date | null> {
  const { rows } = await tx.query<{ delivered_at: Date | null }>(
    `select delivered_at from deliveries
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3`,
    [target.entry_id, channel, target.friend_id],
  )
  return rows[0]?.delivered_at ?? null
}

/** Notes that a job is written for this delivery, whatever had become of it. One that somebody is at is left to them. */
export async function recordQueued(tx: Transaction, { channel, target }: Which): Promise<void> {
  await tx.query(
    `insert into deliveries as d (entry_id, channel, friend_id, state) values ($1, $2, $3, 'queued')
     on conflict (entry_id, channel, friend_id) do update set state = excluded.state, changed_at = now()
       where d.claimed_until is null or d.claimed_until < now()`,
    [target.entry_id, channel, target.friend_id],
  )
}
