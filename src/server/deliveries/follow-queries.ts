import type { Transaction } from '../db/pool.ts'
import type { Channel } from '#shared/owner/integrations.ts'

/** Returns the ids that have a delivery of the channel: the channel's service may know these people. */
export async function findKnownAt(
  tx: Transaction,
  { channel, ids }: { channel: Channel; ids: string[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ entry_id: string }>(
    'select entry_id from deliveries where channel = $1 and entry_id = any($2)',
    [channel, ids],
  )
  return rows.map(({ entry_id }) => entry_id)
}

const STATES = { 'ever delivered': 'delivered_at is not null', 'not set up': `state = 'not set up'` }

/** Returns the bodies whose deliveries are not in this state. */
export async function leaveOut<Body extends { entry_id: string; friend_id?: string }>(
  tx: Transaction,
  state: keyof typeof STATES,
  { name, bodies }: { name: Channel; bodies: Body[] },
): Promise<Body[]> {
  const { rows } = await tx.query<{ key: string }>(
    `select concat(entry_id, friend_id) as key from deliveries
     where channel = $1 and entry_id = any($2) and ${STATES[state]}`,
    [name, bodies.map(({ entry_id }) => entry_id)],
  )
  const found = new Set(rows.map(({ key }) => key))
  return bodies.filter(({ entry_id, friend_id = '' }) => !found.has(entry_id + friend_id))
}
