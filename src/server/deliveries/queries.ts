import { randomUUID } from 'node:crypto'
import type { Db } from 'pg-boss'
import type { Queryable } from '../db/pool.ts'
import type { Claim, Delivered } from './delivery.ts'
import type { Channel } from '#shared/integrations.ts'
import type { Target } from '../jobs/jobs.ts'

type Which = { channel: Channel; target: Target }

/** A claim that nobody renews ends after so many seconds: the server that made it is gone. */
const CLAIM_LASTS = 15
/** How often a claim is renewed, in milliseconds. */
export const RENEW_MS = 5_000
/** Longer than the claim of a server that is gone, in milliseconds. */
export const UNTIL_UNCLAIMED = 20_000

const IS_FREE = '(d.claimed_until is null or d.claimed_until < now())'

/**
 * Notes that these could not be served because the channel is not set up. What is known of earlier deliveries stays: a
 * catch-up changes the same page.
 */
export async function recordNotSetUp(db: Db, channel: Channel, targets: Target[]): Promise<void> {
  await db.executeSql(
    `insert into deliveries as d (entry_id, channel, friend_id, state, newest_name)
     ${selectTargets('not set up')}
     on conflict (entry_id, channel, friend_id) do update
       set state = excluded.state, newest_name = greatest(d.newest_name, excluded.newest_name), error = null,
         changed_at = now()`,
    [channel, JSON.stringify(targets)],
  )
}

/**
 * Notes that jobs are written for these, whatever had become of them, so that none is lost with its job. A delivery
 * that is under way becomes `queued` when it ends.
 */
export async function recordQueued(db: Db, channel: Channel, targets: Target[]): Promise<void> {
  await db.executeSql(
    `insert into deliveries as d (entry_id, channel, friend_id, state, newest_name)
     ${selectTargets('queued')}
     on conflict (entry_id, channel, friend_id) do update
       set state = case when ${IS_FREE} then excluded.state else d.state end, is_asked_again = not ${IS_FREE},
         newest_name = greatest(d.newest_name, excluded.newest_name), changed_at = now()`,
    [channel, JSON.stringify(targets)],
  )
}

/** Of a channel and a list of targets, in one order: two servers that store the same never wait for each other. */
function selectTargets(state: 'queued' | 'not set up'): string {
  return `select entry_id, $1, friend_id, '${state}', max(name_version)
    from json_to_recordset($2) as t (entry_id uuid, friend_id uuid, name_version bigint)
    group by entry_id, friend_id order by entry_id, friend_id`
}

/** Begins a delivery; null while somebody else is at it. The claim has to be renewed for as long as it takes. */
export async function claimDelivery(db: Queryable, { channel, target }: Which): Promise<Claim | null> {
  const { rows } = await db.query<Claim>(
    `insert into deliveries as d (entry_id, channel, friend_id, state, claimed_until, claimed_by, newest_name)
     values ($1, $2, $3, 'sending', now() + $4 * interval '1 second', $5, $6)
     on conflict (entry_id, channel, friend_id) do update
       set state = excluded.state, claimed_until = excluded.claimed_until, claimed_by = excluded.claimed_by,
         is_asked_again = false, newest_name = greatest(d.newest_name, excluded.newest_name), changed_at = now()
       where ${IS_FREE}
     returning claimed_by as id, remote_id, content_hash, delivered_at, coalesce(newest_name > $6, false) as is_name_outdated`,
    [target.entry_id, channel, target.friend_id, CLAIM_LASTS, randomUUID(), target.name_version],
  )
  return rows[0] ?? null
}

const IS_CLAIMED = 'entry_id = $1 and channel = $2 and friend_id is not distinct from $3 and claimed_by = $4'

function claimed({ channel, target }: Which, claim: Claim) {
  return [target.entry_id, channel, target.friend_id, claim.id]
}

/** Says that somebody is still at it. */
export async function renewClaim(db: Queryable, which: Which, claim: Claim): Promise<void> {
  await db.query(
    `update deliveries set claimed_until = now() + $5 * interval '1 second'
     where ${IS_CLAIMED} and claimed_until is not null`,
    [...claimed(which, claim), CLAIM_LASTS],
  )
}

/**
 * Records how a delivery ended well. Where a newer full name has yet to reach Notion, the delivery goes on being `queued`:
 * that name is in another job, or with names that were kept or given up, where a look for forgotten deliveries finds it.
 */
export async function finishDelivery(
  db: Queryable,
  which: Which,
  { claim, delivered }: { claim: Claim; delivered: Delivered },
): Promise<void> {
  await db.query(
    `update deliveries
     set state = case when is_asked_again or ($9 < newest_name and coalesce(sent_name, -1) < newest_name) then 'queued'
         when $5 = 'unchanged' then 'done' else $5 end,
       sent_name = case when $9 >= newest_name then $9 else sent_name end,
       remote_id = coalesce($6, remote_id), content_hash = coalesce($7, content_hash), error = $8,
       delivered_at = case when $5 = 'done' then now() else delivered_at end,
       is_asked_again = false, claimed_until = null, changed_at = now()
     where ${IS_CLAIMED} or (entry_id = $1 and channel = $2 and friend_id = any($10))`,
    [
      ...claimed(which, claim),
      delivered.state,
      delivered.remote_id,
      delivered.content_hash,
      delivered.note,
      which.target.name_version,
      delivered.friends,
    ],
  )
}

/** Ends a claim that came too early, unless another delivery has ended it with its own. */
export async function putBack(db: Queryable, which: Which, claim: Claim): Promise<void> {
  await db.query(
    `update deliveries set state = 'queued', error = null, is_asked_again = false, claimed_until = null, changed_at = now()
     where ${IS_CLAIMED} and state = 'sending'`,
    claimed(which, claim),
  )
}

type Failure = {
  claim: Claim
  /** `waiting`: put off together with all others. `retrying`: will be tried again. `failed`: will not. */
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
