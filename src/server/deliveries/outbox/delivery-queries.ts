import { randomUUID } from 'node:crypto'
import type { Db } from 'pg-boss'
import type { Queryable } from '../../db/pool.ts'
import type { Claim, Delivered } from './delivery.ts'
import { type Channel, channelsOf } from '#shared/owner/integrations.ts'
import { sqlList } from '../../db/sql-list.ts'
import type { Target } from '../../jobs/jobs.ts'
import { IS_KEPT, KEPT_OF } from './subjects.ts'

type Which = { channel: Channel; target: Target }

/** How long a claim lasts without renewal, in seconds. Then the server that made it counts as dead. */
const CLAIM_LASTS = 15
/** How often a claim is renewed, in milliseconds. */
export const RENEW_MS = 5_000
/** Milliseconds after which the claim of a dead server has surely expired. */
export const UNTIL_UNCLAIMED = 20_000

const IS_FREE = '(d.claimed_until is null or d.claimed_until < now())'

/**
 * Records deliveries that could not be made because the channel is not set up. The record of earlier deliveries stays,
 * so that a catch-up changes the same page. Returns the recorded ones: nothing is recorded about erased people.
 */
export async function recordNotSetUp(db: Db, channel: Channel, targets: Target[]): Promise<Target[]> {
  return record(db, {
    channel,
    targets,
    state: 'not set up',
    changes: 'state = excluded.state, error = null',
  })
}

/**
 * Records that these deliveries have jobs, whatever their earlier state, so that a delivery survives the loss of its
 * job. A delivery that is under way becomes `queued` when it ends. Returns the recorded ones.
 */
export async function recordQueued(db: Db, channel: Channel, targets: Target[]): Promise<Target[]> {
  return record(db, {
    channel,
    targets,
    state: 'queued',
    changes: `state = case when ${IS_FREE} then excluded.state else d.state end, is_asked_again = not ${IS_FREE}`,
  })
}

type NewRecords = { channel: Channel; targets: Target[]; state: 'queued' | 'not set up'; changes: string }

/** Writes the targets in one fixed order, so that two servers that store the same targets cannot deadlock. */
async function record(db: Db, { channel, targets, state, changes }: NewRecords): Promise<Target[]> {
  const { rows } = await db.executeSql(
    `with targets as materialized (
       select distinct entry_id, friend_id from json_to_recordset($2) as t (entry_id uuid, friend_id uuid)
     ), kept as materialized (${KEPT_OF[channel](`
       select entry_id from targets union select friend_id from targets where friend_id is not null`)}
     )
     insert into deliveries as d (entry_id, channel, friend_id, state)
     select entry_id, $1, friend_id, '${state}' from targets
     where ${IS_KEPT} order by entry_id, friend_id
     on conflict (entry_id, channel, friend_id) do update
       set ${changes}, changed_at = now()
     returning entry_id, friend_id`,
    [channel, JSON.stringify(targets)],
  )
  return rows
}

/**
 * Begins a delivery. The claim is null while another worker makes the delivery, or if its person or message is gone. It
 * must be renewed until the delivery ends.
 */
export async function claimDelivery(
  db: Queryable,
  { channel, target }: Which,
): Promise<{ claim: Claim | null; isGone: boolean }> {
  const { rows } = await db.query<Claim & { is_kept: boolean }>(
    `with target as (select $1::uuid as entry_id, $3::uuid as friend_id),
     kept as materialized (${KEPT_OF[channel](`
       select entry_id from target union select friend_id from target where friend_id is not null`)}
     ), claim as (
       insert into deliveries as d (entry_id, channel, friend_id, state, claimed_until, claimed_by)
       select entry_id, $2, friend_id, 'sending', now() + $4 * interval '1 second', $5::uuid
       from target where ${IS_KEPT}
       on conflict (entry_id, channel, friend_id) do update
         set state = excluded.state, claimed_until = excluded.claimed_until, claimed_by = excluded.claimed_by,
           is_asked_again = false, changed_at = now()
         where ${IS_FREE}
       returning claimed_by as id, remote_id, content_hash, delivered_at)
     select ${IS_KEPT} as is_kept, claim.* from target left join claim on true`,
    [target.entry_id, channel, target.friend_id, CLAIM_LASTS, randomUUID()],
  )
  const { is_kept, ...claim } = rows[0]!
  return { claim: claim.id ? claim : null, isGone: !is_kept }
}

const IS_CLAIMED = 'entry_id = $1 and channel = $2 and friend_id is not distinct from $3 and claimed_by = $4'

function claimed({ channel, target }: Which, claim: Claim) {
  return [target.entry_id, channel, target.friend_id, claim.id]
}

/** Extends the claim of a worker that is still making the delivery. */
export async function renewClaim(db: Queryable, which: Which, claim: Claim): Promise<void> {
  await db.query(
    `update deliveries set claimed_until = now() + $5 * interval '1 second'
     where ${IS_CLAIMED} and claimed_until is not null`,
    [...claimed(which, claim), CLAIM_LASTS],
  )
}

/** The number of earlier delivery times that are kept for a mail. */
const MOST_EARLIER = 20
/** SQL: the new `earlier` of a delivery whose `delivered_at` is about to change. It changes only for mails. */
export const WITH_LAST = `case when delivered_at is not null and channel in (${sqlList(channelsOf('mail'))})
  then (array[delivered_at] || earlier)[:${MOST_EARLIER}] else earlier end`

/** Records that a delivery ended without a failure, also for the other friends that its mail named. */
export async function finishDelivery(
  db: Queryable,
  which: Which,
  { claim, delivered }: { claim: Claim; delivered: Delivered },
): Promise<void> {
  await db.query(
    `update deliveries
     set state = case when is_asked_again then 'queued' when $5 = 'unchanged' then 'done' else $5 end,
       remote_id = coalesce($6, remote_id), content_hash = coalesce($7, content_hash), error = $8,
       earlier = case when $5 = 'done' then ${WITH_LAST} else earlier end,
       delivered_at = case when $5 = 'done' then now() else delivered_at end,
       is_asked_again = false, claimed_until = null, changed_at = now()
     where ${IS_CLAIMED} or (entry_id = $1 and channel = $2 and friend_id = any($9))`,
    [
      ...claimed(which, claim),
      delivered.state,
      delivered.remote_id,
      delivered.content_hash,
      delivered.note,
      delivered.friends,
    ],
  )
}

/** Releases the claim of a delivery that came too early, unless another delivery has already ended this one. */
export async function putBack(db: Queryable, which: Which, claim: Claim): Promise<void> {
  await db.query(
    `update deliveries set state = 'queued', error = null, is_asked_again = false, claimed_until = null, changed_at = now()
     where ${IS_CLAIMED} and state = 'sending'`,
    claimed(which, claim),
  )
}

type Failure = {
  claim: Claim
  /**
   * `waiting`: waits for the service's pause to end. `retrying`: is retried automatically. `failed`: is not retried.
   */
  state: 'waiting' | 'retrying' | 'failed'
  reason: string | null
}

export async function recordFailure(db: Queryable, which: Which, { claim, state, reason }: Failure): Promise<void> {
  await db.query(
    `update deliveries
     set state = case when is_asked_again then 'queued' else $5 end, error = $6, is_asked_again = false,
       claimed_until = null, changed_at = now()
     where ${IS_CLAIMED}`,
    [...claimed(which, claim), state, reason],
  )
}
