import { channelsOf, isSynced, RECORD_AT, type Service, type SyncedService } from '#shared/owner/integrations.ts'
import { lockFollower } from '../people/events/followers.ts'
import type { Channel, Target } from './channel.ts'
import { MISSED } from './follow.ts'
import { enqueueFrom } from './rows.ts'
import { findValue, hasRows, inTransaction, type Pool, type Queryable, type Transaction } from '../db/query.ts'

export type StandsStill = 'kept' | 'given up'

const UNTIL = { kept: 'catch_up_until', 'given up': 'retry_until' } as const
const SLICE = 1_000

/** SQL: one mail tells about all friends, so only the newest kept notification counts. */
export const IS_OVERTAKEN = `o.friend_id is not null and (exists (
    select from outbox later
    where later.subject = o.subject and later.channel = o.channel and later.friend_id > o.friend_id)
  or exists (
    select from events later, outside_services s
    where s.service = 'mail' and later.entry_id = o.subject and later.kind = 'counted' and s.missed @> later.seq
      and (later.data ->> 'friend_id')::uuid > o.friend_id))`

/** SQL: also the kept rows that are still to be made of the log. */
export const ALL_KEPT = `(select channel, subject, friend_id, state, error, changed_at from outbox where state = 'kept'
  union all ${MISSED})`

/** Returns its number, or 0 if this is under way. */
export async function requeueAll(
  tx: Transaction,
  { service, state }: { service: Service; state: StandsStill },
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    state === 'kept'
      ? `select count(*)::int as count from ${ALL_KEPT} as o where channel = any($1) and not (${IS_OVERTAKEN})`
      : `select count(*)::int as count from outbox where channel = any($1) and state = 'given up'`,
    [channelsOf(service)],
  )
  const { count } = rows[0]!
  if (count === 0) return 0
  const { rowCount } = await tx.query(
    `update outside_services set ${UNTIL[state]} = clock_timestamp() where service = $1 and ${UNTIL[state]} is null`,
    [service],
  )
  return rowCount === 1 ? count : 0
}

/** SQL: whoever a sync has not asked for yet. What the service has of the others is compared before it is sent. */
const unsynced = (service: SyncedService) => `from waitlist_entries e
  join outside_services s on s.service = '${service}' and s.catch_up_until is not null
  left join outbox o on o.subject = e.id and o.channel = '${RECORD_AT[service].filledBy}'
  where not e.is_seeded and not e.is_quiet and coalesce(e.erased_at, e.leaving_at) is null
    and (o.id is null or o.state in ('done', 'kept') and o.changed_at <= s.catch_up_until)`

/** Larger, because each looks through those who have been asked for. */
const SYNC_SLICE = 5_000

/** Returns the number of people, or 0 if this is under way. */
export async function startSyncing(tx: Transaction, service: SyncedService): Promise<number> {
  const { rowCount } = await tx.query(
    'update outside_services set catch_up_until = clock_timestamp() where service = $1 and catch_up_until is null',
    [service],
  )
  if (rowCount === 0) return 0
  return (await findValue<number>(tx, `select count(*)::int as count ${unsynced(service)}`))!
}

/**
 * Returns whether everybody has been asked for. The follower writes the same rows in another order: without its lock,
 * the two may deadlock.
 */
async function syncSlice(pool: Pool, service: SyncedService): Promise<boolean> {
  const query = `select e.id as subject, null::uuid as friend_id ${unsynced(service)} limit ${SYNC_SLICE}`
  const asked = await inTransaction(pool, async (tx) => {
    await lockFollower(tx, 'outbox')
    return enqueueFrom(tx, { channel: RECORD_AT[service].filledBy, query }, [])
  })
  return asked < SYNC_SLICE
}

export async function requeueSlice(pool: Pool, service: Service): Promise<void> {
  const isSyncDone = !isSynced(service) || (await syncSlice(pool, service))
  for (const [state, until] of Object.entries(UNTIL)) {
    // The last of these ends the sync.
    if (state === 'kept' && !isSyncDone) continue
    await pool.query(
      `with asked as (select ${until} as until from outside_services where service = $1 and ${until} is not null),
       slice as (
         select o.id from outbox o, asked
         where o.channel = any($2) and o.state = $3 and o.changed_at <= asked.until
         order by o.changed_at limit ${SLICE} for update of o skip locked
       ), waiting as (
         update outbox set state = 'waiting', due_at = now(), attempts = 0, error = null, changed_at = now()
         where id in (select id from slice) returning id)
       update outside_services set ${until} = null
       where service = $1 and ${until} is not null and (select count(*) from waiting) < ${SLICE}
         ${state === 'kept' ? 'and isempty(missed)' : ''}`,
      [service, channelsOf(service), state],
    )
  }
}

export function requeueOne(tx: Queryable, { channel, subject, friend_id }: Target & { channel: Channel }) {
  return hasRows(
    tx,
    `update outbox set state = 'waiting', due_at = now(), attempts = 0, error = null, changed_at = now()
     where subject = $1 and channel = $2 and friend_id is not distinct from $3 and state in ('given up', 'dismissed')`,
    [subject, channel, friend_id ?? null],
  )
}
