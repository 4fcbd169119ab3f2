import { randomUUID } from 'node:crypto'
import {
  type Channel as ServiceChannel,
  channelsOf,
  ERASING_SERVICES,
  type ErasingService,
  isSynced,
  RECORD_AT,
  type Service,
} from '#shared/owner/integrations.ts'
import { livingOf, reachableOf } from '../people/addresses/email-keys.ts'
import { type Channel, type Delivered, OWN_CHANNELS, type Row, type Target } from './channel.ts'
import { HELD_ROW } from './service-queries.ts'
import { findRow, type Queryable, sqlList } from '../db/query.ts'

const anything = (ids: string) => `select id from (${ids}) as anything (id)`

const messagesOf = (ids: string) => `select id from contact_messages where id in (${ids}) order by id for key share`

/** SQL: updates and milestones stand where other mails have a friend. */
const updatesOf = (ids: string) => `select id from updates where id in (${ids})`
const milestonesOf = (ids: string) => `select id from milestones where id in (${ids})`

/** SQL: locked against erasing until the transaction ends. */
const KEPT_OF: Record<ServiceChannel, (ids: string) => string> = {
  'send-waitlist-email': livingOf,
  'send-referral-notification': livingOf,
  'send-place-link': reachableOf,
  'send-confirmation': reachableOf,
  'send-reminder': reachableOf,
  'send-address-confirmation': livingOf,
  'send-invitation': livingOf,
  'send-invitation-reminder': livingOf,
  'send-update': (ids) => `select id from (${livingOf(ids)}) as living union all ${updatesOf(ids)}`,
  'send-reward': (ids) => `select id from (${livingOf(ids)}) as living union all ${milestonesOf(ids)}`,
  'send-opening': (ids) => `select id from opening_requests where id in (${ids}) order by id for key share`,
  'send-contact-message': messagesOf,
  'add-to-notion': livingOf,
  'sync-to-beehiiv': livingOf,
  'sync-to-mailchimp': livingOf,
  'sync-to-kit': livingOf,
  'sync-to-klaviyo': livingOf,
  'erase-from-notion': anything,
  'erase-from-beehiiv': anything,
  'erase-from-mailchimp': anything,
  'erase-from-kit': anything,
  'erase-from-klaviyo': anything,
}

function keptOnly(channel: Channel, asked: string): string {
  const keptOf = channel in KEPT_OF ? KEPT_OF[channel as ServiceChannel] : anything
  return `with asked as materialized (${asked}), kept as materialized (${keptOf(`
      select subject from asked union select friend_id from asked where friend_id is not null`)})
    select * from asked
    where subject in (select id from kept) and (friend_id is null or friend_id in (select id from kept))
    order by subject, friend_id`
}

/** In seconds. Then its server counts as dead. */
const CLAIM_LASTS = 15
export const RENEW_MS = 5_000
const IS_CLAIMED = 'coalesce(claimed_until > now(), false)'

/**
 * What waits or was done before waits again. Nothing is written about erased people. One fixed order prevents
 * deadlocks.
 */
export async function enqueue(
  tx: Queryable,
  channel: Channel,
  subjects: (string | Target)[],
  { afterSeconds = 0 } = {},
): Promise<void> {
  if (subjects.length === 0) return
  const targets = subjects.map((one) => (typeof one === 'string' ? { subject: one } : one))
  const query = `select distinct on (subject, friend_id) * from json_to_recordset($1) as t (subject uuid, friend_id uuid, data jsonb)`
  await tx.query(
    askFor(channel, `select *, now() + $2 * interval '1 second' as due_at from (${keptOnly(channel, query)}) as kept`),
    [JSON.stringify(targets), afterSeconds],
  )
}

export type Asking = {
  unlessDelivered?: boolean
  /** What was asked for before stays as it is. */
  onlyNew?: boolean
  /** Of what was asked for before, only what was skipped is asked for again. */
  onlySkipped?: boolean
  isSetUp?: boolean
}

export function askFor(
  channel: Channel,
  query: string,
  { unlessDelivered = false, onlyNew = false, onlySkipped = false, isSetUp = true }: Asking = {},
): string {
  return `insert into outbox as o (channel, subject, friend_id, data, due_at, state)
    select '${channel}', subject, friend_id, data, due_at, '${isSetUp ? 'waiting' : 'kept'}' from (${query}) as asked
    on conflict (subject, channel, friend_id) do ${
      onlyNew
        ? 'nothing'
        : `update
      set state = excluded.state, due_at = excluded.due_at, attempts = 0, data = excluded.data, changed_at = now(),
        error = null, is_asked_again = o.claimed_until is not null
      ${unlessDelivered ? 'where o.delivered_at is null' : onlySkipped ? `where o.state = 'skipped'` : ''}`
    }`
}

export async function enqueueFrom(
  tx: Queryable,
  { channel, query, ...asking }: { channel: Channel; query: string } & Asking,
  values: unknown[],
): Promise<number> {
  const asked = `select *, null::jsonb as data, now() as due_at from (${keptOnly(channel, query)}) as kept`
  const { rowCount } = await tx.query(askFor(channel, asked, asking), values)
  return rowCount ?? 0
}

/** Whether what waits may go out now, because what it waits for has changed. */
export async function lookAgain(
  db: Queryable,
  { subject, channel }: { subject: string; channel: Channel },
): Promise<void> {
  await db.query(
    `update outbox set due_at = now() where subject = $1 and channel = $2 and state = 'waiting' and due_at > now()`,
    [subject, channel],
  )
}

/** Brings what services have of these people up to date. A service that is synced has nothing of somebody without a row. */
export async function refreshRecords(
  tx: Queryable,
  ids: string[],
  services: readonly ErasingService[] = ERASING_SERVICES,
): Promise<void> {
  for (const service of services) {
    const channel = RECORD_AT[service].filledBy
    const known = isSynced(service) ? hasRow('t.id', channel) : 'true'
    const query = `select id as subject, null::uuid as friend_id from unnest($1::uuid[]) as t (id) where ${known}`
    await enqueueFrom(tx, { channel, query }, [ids])
  }
}

/** SQL. */
export function hasRow(subject: string, channel: Channel): string {
  return `exists (select from outbox known where known.subject = ${subject} and known.channel = '${channel}')`
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

export function forgetStatisticsSoon(tx: Queryable): Promise<void> {
  return enqueue(tx, 'forget-statistics', [NOBODY])
}

const ROW =
  'id, channel, subject, friend_id, data, attempts, claimed_by as claim, remote_id, content_hash, delivered_at'
const CLAIM = `claimed_until = now() + interval '${CLAIM_LASTS} seconds', claimed_by = $2, is_asked_again = false`

/** Each channel is read along its index, because thousands of rows may be due. */
export function claimNext(db: Queryable, channels: readonly Channel[]) {
  return findRow<Row>(
    db,
    `update outbox set ${CLAIM} where id = (
       select next.id from unnest($1::text[]) as c (name) cross join lateral (
         select id, due_at from outbox
         where channel = c.name and state = 'waiting' and due_at <= now() and not ${IS_CLAIMED}
         order by due_at, id limit 1 for update skip locked) as next
       order by c.name = 'send-update', next.due_at, next.id limit 1)
     returning ${ROW}`,
    [channels, randomUUID()],
  )
}

/** Null while somebody else is at it. */
export function claimOf(db: Queryable, { channel, subject }: { channel: ServiceChannel; subject: string }) {
  return findRow<Row>(
    db,
    `insert into outbox as o (channel, subject, friend_id, claimed_until, claimed_by)
     select $1, subject, friend_id, now() + interval '${CLAIM_LASTS} seconds', $2
     from (${keptOnly(channel, 'select $3::uuid as subject, null::uuid as friend_id')}) as asked
     on conflict (subject, channel, friend_id) do update set state = 'waiting', ${CLAIM}
       where o.claimed_until is null or o.claimed_until <= now()
     returning ${ROW}`,
    [channel, randomUUID(), subject],
  )
}

const IS_DUE = `state = 'waiting' and due_at <= now() and not ${IS_CLAIMED}`

/**
 * `is_paused`: nothing may go out now. `is_requeueing`: a catch-up or a retry of all is under way. `has_missed`: events,
 * because it was not set up.
 */
type Standing = { service: Service; is_paused: boolean; is_requeueing: boolean; has_missed: boolean }
type Due = { channels: Channel[]; endpoints: string[]; standings: Standing[] }

/** In one statement, because each server asks each second. */
export async function findDue(db: Queryable, channels: readonly Channel[]) {
  return (await findRow<Due>(
    db,
    `select array(select name from unnest($1::text[]) as c (name) where exists (
         select from outbox where channel = name and ${IS_DUE})) as channels,
       array(select e.id::text from webhook_endpoints e
         where off_because is null and coalesce(paused_until, '-infinity') <= now() and not exists (${HELD_ROW})
           and exists (select from outbox where endpoint_id = e.id and ${IS_DUE}) order by e.id) as endpoints,
       (select coalesce(json_agg(json_build_object('service', service,
           'is_paused', held_at is not null or coalesce(paused_until > now(), false),
           'is_requeueing', coalesce(catch_up_until, retry_until) is not null, 'has_missed', not isempty(missed))), '[]')
         from outside_services) as standings`,
    [channels],
  ))!
}

export async function keepDue(db: Queryable, channels: readonly Channel[]): Promise<void> {
  await db.query(
    `update outbox set state = 'kept', error = null, changed_at = now()
     where channel = any($1) and state = 'waiting' and due_at <= now() and not ${IS_CLAIMED}`,
    [channels],
  )
}

type Claimed = Pick<Row, 'id' | 'claim'>
const IS_MINE = 'id = $1 and claimed_by = $2'

export async function renewClaim(db: Queryable, { id, claim }: Claimed): Promise<void> {
  await db.query(
    `update outbox set claimed_until = now() + interval '${CLAIM_LASTS} seconds'
     where ${IS_MINE} and claimed_until is not null`,
    [id, claim],
  )
}

const MOST_EARLIER = 20
export const WITH_LAST = `case when delivered_at is not null and channel in (${sqlList(channelsOf('mail'))})
  then (array[delivered_at] || earlier)[:${MOST_EARLIER}] else earlier end`

/** What was asked for meanwhile waits again. */
export async function finish(db: Queryable, { id, claim }: Claimed, delivered: Delivered): Promise<void> {
  await db.query(
    `with mine as (select id, subject, channel from outbox where ${IS_MINE}), told as (
       select id from mine union
       select o.id from mine join outbox o using (subject, channel) where o.friend_id = any($7::uuid[]))
     update outbox
     set state = case when is_asked_again then 'waiting' when $3 = 'unchanged' then 'done' else $3 end,
       due_at = case when is_asked_again then now() else due_at end,
       remote_id = coalesce($4, remote_id), content_hash = coalesce($5, content_hash), error = $6,
       earlier = case when $3 = 'done' then ${WITH_LAST} else earlier end,
       delivered_at = case when $3 = 'done' then now() else delivered_at end,
       attempts = 0, is_asked_again = false, claimed_until = null, changed_at = now()
     where id in (select id from told)`,
    [
      id,
      claim,
      delivered.state,
      delivered.remote_id,
      delivered.content_hash,
      delivered.note,
      delivered.friends ?? null,
    ],
  )
}

export async function drop(db: Queryable, { id, claim }: Claimed): Promise<void> {
  await db.query(
    `with gone as (delete from outbox where ${IS_MINE} and not is_asked_again)
     update outbox set claimed_until = null, is_asked_again = false, due_at = now() where ${IS_MINE} and is_asked_again`,
    [id, claim],
  )
}

export async function putBack(
  db: Queryable,
  { id, claim }: Claimed,
  { until = null, reason = null }: { until?: Date | null; reason?: string | null } = {},
): Promise<void> {
  await db.query(
    `update outbox
     set due_at = case when is_asked_again then now() else coalesce($3, due_at) end, error = $4, is_asked_again = false,
       claimed_until = null, changed_at = now()
     where ${IS_MINE} and state = 'waiting'`,
    [id, claim, until, reason],
  )
}

/** About a month. */
export const MOST_ATTEMPTS = 37
const IN_A_WHILE = `now() + least(86400, 60 * 2 ^ least(attempts, 12)) * (0.75 + random() / 2) * interval '1 second'`
const SOON = `now() + least(60, 2 ^ least(attempts, 6)) * interval '1 second'`
const OWN = sqlList(OWN_CHANNELS)

export async function fail(
  db: Queryable,
  { id, claim }: Claimed,
  { reason, again }: { reason: string; again: boolean },
): Promise<void> {
  await db.query(
    `update outbox
     set state = case when is_asked_again or $4 then 'waiting' else 'given up' end, error = $3,
       due_at = case when is_asked_again then now() when channel in (${OWN}) then ${SOON} else ${IN_A_WHILE} end,
       attempts = case when is_asked_again then 0 else least(attempts + 1, 1000) end, is_asked_again = false,
       claimed_until = null, changed_at = now()
     where ${IS_MINE}`,
    [id, claim, reason, again],
  )
}
