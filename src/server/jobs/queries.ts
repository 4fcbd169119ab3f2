import type { Db } from 'pg-boss'
import type { Queryable } from '../db/pool.ts'
import type { Claim, Delivered } from './delivery.ts'
import type { Channel, Target } from './jobs.ts'

type Which = { channel: Channel; target: Target }

/**
 * Notes that these could not be served because the channel is not set up. What is known of earlier deliveries stays: a
 * catch-up changes the same page.
 */
export async function recordNotSetUp(db: Db, channel: Channel, targets: Target[]): Promise<void> {
  await db.executeSql(
    `insert into deliveries (entry_id, channel, friend_id, state)
     select distinct t.entry_id, $1, t.friend_id, 'not set up'
     from json_to_recordset($2) as t (entry_id uuid, friend_id uuid)
     on conflict (entry_id, channel, friend_id) do update set state = excluded.state, error = null, changed_at = now()`,
    [channel, JSON.stringify(targets)],
  )
}

/**
 * Notes that jobs are written for these, whatever had become of them, so that none is lost with its job. One that
 * somebody is at is left to them.
 */
export async function recordQueued(db: Db, channel: Channel, targets: Target[]): Promise<void> {
  await db.executeSql(
    `insert into deliveries as d (entry_id, channel, friend_id, state)
     select distinct t.entry_id, $1, t.friend_id, 'queued'
     from json_to_recordset($2) as t (entry_id uuid, friend_id uuid) order by t.entry_id, t.friend_id
     on conflict (entry_id, channel, friend_id) do update set state = excluded.state, changed_at = now()
       where d.claimed_until is null or d.claimed_until < now()`,
    [channel, JSON.stringify(targets)],
  )
}

/** Begins a delivery; null while somebody else is at it. A claim that is never ended ends by itself. */
export async function claimDelivery(db: Queryable, { channel, target }: Which): Promise<Claim | null> {
  const { rows } = await db.query<Claim>(
    `insert into deliveries as d (entry_id, channel, friend_id, state, claimed_until)
     values ($1, $2, $3, 'sending', now() + interval '2 minutes')
     on conflict (entry_id, channel, friend_id) do update
       set state = excluded.state, claimed_until = excluded.claimed_until, changed_at = now()
       where d.claimed_until is null or d.claimed_until < now()
     returning remote_id, content_hash, delivered_at`,
    [target.entry_id, channel, target.friend_id],
  )
  return rows[0] ?? null
}

export async function finishDelivery(db: Queryable, { channel, target }: Which, delivered: Delivered): Promise<void> {
  await db.query(
    `update deliveries
     set state = case when $4 = 'unchanged' then 'done' else $4 end, remote_id = coalesce($5, remote_id),
       content_hash = coalesce($6, content_hash), error = $7,
       delivered_at = case when $4 = 'done' then now() else delivered_at end,
       claimed_until = null, changed_at = now()
     where entry_id = $1 and channel = $2 and (friend_id is not distinct from $3 or friend_id = any($8))`,
    [
      target.entry_id,
      channel,
      target.friend_id,
      delivered.state,
      delivered.remote_id,
      delivered.content_hash,
      delivered.note,
      delivered.friends,
    ],
  )
}

/** Ends a claim that came too early, unless another delivery has ended it with its own. */
export async function putBack(db: Queryable, { channel, target }: Which): Promise<void> {
  await db.query(
    `update deliveries set state = 'queued', error = null, claimed_until = null, changed_at = now()
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3 and state = 'sending'`,
    [target.entry_id, channel, target.friend_id],
  )
}

/** `waiting`: put off together with all others. `retrying`: will be tried again. `failed`: will not. */
export async function recordFailure(
  db: Queryable,
  { channel, target }: Which,
  { state, reason }: { state: 'waiting' | 'retrying' | 'failed'; reason: string | null },
): Promise<void> {
  await db.query(
    `update deliveries set state = $4, error = $5, claimed_until = null, changed_at = now()
     where entry_id = $1 and channel = $2 and friend_id is not distinct from $3`,
    [target.entry_id, channel, target.friend_id, state, reason],
  )
}
