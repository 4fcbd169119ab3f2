import type { EndpointKind, EventField, ListedEndpoint } from '#shared/programs/webhooks.ts'
import { isOwner } from '../../accounts/accounts.ts'
import { FROM_COUNTER } from '../../people/events/record-events.ts'
import {
  findColumn,
  findRow,
  findRows,
  findValue,
  hasRows,
  instant,
  type Queryable,
  type Transaction,
} from '../../db/query.ts'

export type Sealed = { url: string; secret: string; former?: string }

export type Endpoint = {
  id: string
  kind: EndpointKind
  name: string
  sealed: string
  fields: EventField[]
  has_former: boolean
  failures: number
}

export function purposeOf(id: string): string {
  return `webhook ${id}`
}

export function readOpen(db: Queryable, id: string) {
  return findRow<Endpoint>(
    db,
    `select id, kind, name, sealed, fields, coalesce(former_until > now(), false) as has_former, failures
     from webhook_endpoints where off_because is null and coalesce(paused_until, '-infinity') <= now() and id = $1`,
    [id],
  )
}

type NewRow = Pick<ListedEndpoint, 'id' | 'kind' | 'name' | 'address' | 'events' | 'fields'> & {
  sealed: string
  keyId?: string
}

const LAST_EVENT = `(select last_event ${FROM_COUNTER})`

/** Call this with the counter locked. */
export async function insertEndpoint(tx: Transaction, endpoint: NewRow): Promise<void> {
  await tx.query(
    `insert into webhook_endpoints (id, kind, name, address, events, fields, sealed, key_id, after_event)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${LAST_EVENT})`,
    [
      endpoint.id,
      endpoint.kind,
      endpoint.name,
      endpoint.address,
      endpoint.events,
      endpoint.fields,
      endpoint.sealed,
      endpoint.keyId ?? null,
    ],
  )
}

type Change = Partial<Pick<ListedEndpoint, 'name' | 'events' | 'fields'>> & { is_on?: boolean | undefined }

/** Stores changes of an endpoint; returns false if there is no such endpoint. Call this with the counter locked. */
export function updateEndpoint(tx: Transaction, { id, name, events, fields, is_on }: Change & { id: string }) {
  return hasRows(
    tx,
    `update webhook_endpoints set name = coalesce($2, name), fields = coalesce($4, fields), events = coalesce($3, events),
       after_event = case when off_because is not null and $5 then ${LAST_EVENT} else after_event end,
       off_because = case $5::boolean when true then null when false then coalesce(off_because, 'owner') else off_because end,
       failures = case when $5 then 0 else failures end, paused_until = case when $5 then null else paused_until end,
       failing_for = case when $5 then '0' else failing_for end, told_at = case when $5 then null else told_at end
     where id = $1`,
    [id, name ?? null, events ?? null, fields ?? null, is_on ?? null],
  )
}

/** `keyId`: only an endpoint that this key added. */
export async function deleteEndpoint(tx: Transaction, { id, keyId }: { id: string; keyId?: string }): Promise<boolean> {
  // Before the endpoint, in the order in which outcomes are recorded, so that the two cannot deadlock.
  const mine = 'id = $1 and (key_id = $2 or $2::uuid is null)'
  await tx.query(`delete from outbox where endpoint_id = (select id from webhook_endpoints where ${mine})`, [id, keyId])
  return (await tx.query(`delete from webhook_endpoints where ${mine}`, [id, keyId])).rowCount === 1
}

export async function countOfKey(tx: Transaction, keyId: string): Promise<number> {
  return (await tx.query('select from webhook_endpoints where key_id = $1', [keyId])).rowCount!
}

export function lockSealed(tx: Transaction, id: string) {
  return findValue<string>(tx, 'select sealed from webhook_endpoints where id = $1 for update', [id])
}

export async function replaceSealed(
  tx: Queryable,
  { id, sealed, isRotated }: { id: string; sealed: string; isRotated: boolean },
): Promise<void> {
  await tx.query(
    `update webhook_endpoints set sealed = $2,
       former_until = case when $3 then now() + interval '1 day' else former_until end where id = $1`,
    [id, sealed, isRotated],
  )
}

export async function readAllSealed(db: Queryable): Promise<{ id: string; sealed: string }[]> {
  return (await db.query<{ id: string; sealed: string }>('select id, sealed from webhook_endpoints')).rows
}

export function readEndpoints(db: Queryable) {
  return findRows<ListedEndpoint>(
    db,
    `select id, kind, name, address, events, fields, off_because, failures, ${instant('created_at')} as created_at,
       case when former_until > now() then ${instant('former_until')} end as former_until,
       (select count(*)::int from outbox o where o.endpoint_id = e.id and state = 'waiting') as waiting,
       (select count(*)::int from outbox o where o.endpoint_id = e.id and state = 'given up') as given_up
     from webhook_endpoints e order by id desc`,
  )
}

export const SHOWN_NAME = `case kind when 'slack' then 'Slack' when 'discord' then 'Discord' else name end`

export function readRecipients(db: Queryable) {
  return findRows<{ name: string; fields: EventField[] }>(
    db,
    `select distinct ${SHOWN_NAME} as name, fields
     from webhook_endpoints where off_because is null and fields <> '{}' order by name, fields`,
  )
}

export async function switchOffFailing(db: Queryable): Promise<void> {
  // Programs that have unsubscribed, and those whose key is no longer in force.
  await db.query(
    `delete from webhook_endpoints e using api_keys k
     where k.id = e.key_id and (e.off_because = 'gone' or k.expires_at <= now() or not ${isOwner('k.account_id')})`,
  )
  await db.query(
    `update webhook_endpoints set ticked_at = now(), failing_for = failing_for + case when failures > 0
       then least(now() - ticked_at, interval '2 minutes') else '0' end
     where off_because is null and ticked_at < now() - interval '1 minute'`,
  )
  await db.query(
    `update webhook_endpoints set off_because = 'failing' where off_because is null and failing_for >= interval '5 days'`,
  )
}

type Untold = { id: string; name: string; off_because: 'failing' | 'gone' }

/**
 * Takes an endpoint that was switched off because it failed or answered 410, and of which the owners were not told yet.
 * For five minutes no other server takes it; after that, this one was killed. Null if there is none.
 */
export function takeUntold(db: Queryable) {
  return findRow<Untold>(
    db,
    `update webhook_endpoints set telling_until = now() + interval '5 minutes' where id = (
       select id from webhook_endpoints where off_because in ('failing', 'gone') and told_at is null and (key_id is null or off_because = 'failing')
         and coalesce(telling_until, '-infinity') <= now()
       order by id limit 1 for update skip locked)
     returning id, name, off_because`,
  )
}

export async function giveBack(db: Queryable, { id, isTold }: { id: string; isTold: boolean }): Promise<void> {
  await db.query(
    `update webhook_endpoints set telling_until = null, told_at = case when $2 then now() else told_at end
     where id = $1 and off_because in ('failing', 'gone')`,
    [id, isTold],
  )
}

export function readSwitchedOff(db: Queryable) {
  return findColumn<string>(
    db,
    `select name from webhook_endpoints where off_because in ('failing', 'gone') order by id`,
  )
}
