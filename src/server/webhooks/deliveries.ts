import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { EndpointDeliveries, EndpointDeliveriesQuery, EndpointDelivery } from '#shared/programs/webhooks.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { instant } from '../people/instant.ts'
import { livingOf } from '../people/addresses/living.ts'
import { SHOWN_NAME } from './endpoints.ts'

/**
 * The waits after failed attempts, in minutes: eight attempts over 75 hours. While no server runs, attempts are only
 * delayed.
 */
const MINUTES = [1, 14, 45, 4 * 60, 10 * 60, 24 * 60, 36 * 60]
const MOST_ATTEMPTS = MINUTES.length + 1
/**
 * How long a claim lasts, in seconds: longer than any attempt. Expired claims let other servers take over the
 * deliveries of a killed server.
 */
const CLAIM_SECONDS = 60
/** After this many failures in a row, an endpoint gets one request at a time, with growing pauses of up to a minute. */
const FAILURES_BEFORE_PAUSE = 5
const KEPT = `interval '30 days'`

/** A delivery whose attempt is under way. */
export type Claimed = {
  id: string
  event_id: string
  type: string
  subject: string | null
  data: Record<string, unknown>
  at: Date
}

/**
 * `fields`: the personal data that the attempts send. `areTogether`: one message holds all events, so a person's events
 * do not wait for each other.
 */
type Claim = { endpointId: string; fields: string[]; failures: number; most: number; areTogether?: boolean }

/**
 * Claims the next due deliveries of an endpoint: only the earliest waiting delivery of each person, so that a person's
 * deliveries arrive in order. Redeliveries wait for no other delivery.
 */
export async function claim(
  db: Queryable,
  { endpointId, fields, failures, most, areTogether = false }: Claim,
): Promise<Claimed[]> {
  const { rows } = await db.query<Claimed>(
    `with claimed as (
       update webhook_deliveries set claimed_until = now() + interval '${CLAIM_SECONDS} seconds', fields = $4
       where id in (
         select id from webhook_deliveries d
         where endpoint_id = $1 and state = 'waiting' and due_at <= now() and coalesce(claimed_until, '-infinity') < now()
           and ($3 or is_redelivery or subject is null or not exists (
             select from webhook_deliveries ahead where ahead.endpoint_id = d.endpoint_id and ahead.subject = d.subject
               and ahead.state = 'waiting' and not ahead.is_redelivery and ahead.seq < d.seq))
         order by seq limit $2 for update skip locked)
       returning id, event_id, seq)
     select c.id, event_id, type, subject, data, at from claimed c join webhook_events e on e.id = event_id order by c.seq`,
    [endpointId, failures < FAILURES_BEFORE_PAUSE ? most : 1, areTogether, fields],
  )
  return rows
}

/** The outcome of an attempt. */
export type Outcome = { id: string; ok: boolean; status: number | null; text: string }

type Settled = { endpointId: string; outcomes: Outcome[]; pauseSeconds: number }

/**
 * Records the outcomes of attempts. Answers about erased people are not stored. `pauseSeconds`: the pause of the
 * endpoint after a success.
 */
export async function settle(tx: Transaction, { endpointId, outcomes, pauseSeconds }: Settled): Promise<void> {
  await tx.query(
    `with outcomes as (
       select * from json_to_recordset($1) as t (id uuid, ok boolean, status smallint, text text)
     ), living as materialized (${livingOf('select subject from webhook_deliveries where id = any($2)')})
     update webhook_deliveries d set attempts = attempts + 1, claimed_until = null, status = o.status, tried_at = now(),
       state = case when ok then 'done' when attempts + 1 >= ${MOST_ATTEMPTS} then 'failed' else 'waiting' end,
       due_at = now() + coalesce((array[${MINUTES.join(', ')}])[attempts + 1], 0) * interval '1 minute',
       answer = case when d.subject is null or d.subject in (select id from living) or not exists (
         select from webhook_events e where e.id = event_id and type like any(array['entry.%', 'invitation.%']))
         then nullif(o.text, '') end
     from outcomes o where d.id = o.id and state = 'waiting'`,
    [JSON.stringify(outcomes), outcomes.map(({ id }) => id)],
  )
  const failed = outcomes.filter(({ ok }) => !ok).length
  const isWell = failed < outcomes.length
  await tx.query(
    `update webhook_endpoints set failures = case when $2 then 0 else failures + $3 end,
       failing_for = case when $2 then '0' else failing_for end,
       paused_until = case when $2 then now() + $4 * interval '1 second'
         when failures + $3 >= ${FAILURES_BEFORE_PAUSE}
         then now() + least(60, 2 ^ least(failures + $3 - ${FAILURES_BEFORE_PAUSE}, 6)) * interval '1 second' end,
       off_because = case when $5 then coalesce(off_because, 'gone') else off_because end
     where id = $1`,
    [endpointId, isWell, failed, isWell ? pauseSeconds : 0, outcomes.some(({ status }) => status === GONE)],
  )
}

/** The HTTP status with which an endpoint asks for no more events. */
const GONE = 410

/** Releases the claims of deliveries whose attempts did not begin. */
export async function unclaim(db: Queryable, ids: string[]): Promise<void> {
  await db.query('update webhook_deliveries set claimed_until = null where id = any($1)', [ids])
}

const Key = z.guid()
const PAGE_SIZE = 50

export async function readDeliveries(
  db: Queryable,
  { endpointId, state, cursor }: EndpointDeliveriesQuery & { endpointId: string },
): Promise<EndpointDeliveries> {
  const before = parseCursor(Key, cursor)
  const times = ['created_at', 'tried_at', 'due_at'].map((time) => `${instant(`d.${time}`)} as ${time}`).join(', ')
  const { rows } = await db
    .query<EndpointDelivery>(
      `select d.id, event_id, type, is_redelivery, state, attempts, status, answer, ${times}
       from webhook_deliveries d join webhook_events e on e.id = event_id
       where endpoint_id = $1 and ($2::text is null or state = $2) and ($3::uuid is null or d.id < $3)
       order by d.id desc limit ${PAGE_SIZE + 1}`,
      [endpointId, state ?? null, before],
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ id }) => id)
  return { deliveries: shown, next_cursor }
}

/**
 * The endpoints to which personal data of this person was sent, whatever they answered: the time of the last attempt,
 * and the kinds of data.
 */
export async function readToldOf(
  db: Queryable,
  id: string,
): Promise<{ name: string; told_at: string; data: string[] }[]> {
  const { rows } = await db.query<{ name: string; told_at: string; data: string[] }>(
    `select ${SHOWN_NAME} as name, ${instant('max(d.tried_at)')} as told_at, array_agg(distinct field order by field) as data
     from webhook_deliveries d join webhook_endpoints e on e.id = endpoint_id, unnest(d.fields) as field
     where subject = $1 and attempts > 0 group by e.id order by name, e.id`,
    [id],
  )
  return rows
}

type Again = { endpointId: string; delivery?: string; from?: string; to?: string }

/**
 * Queues one delivery again, or each event of a period once. Skips deliveries that are still waiting. Returns the
 * number of new deliveries.
 */
export async function redeliver(tx: Transaction, { endpointId, delivery, from, to }: Again): Promise<number> {
  const { rows } = await tx.query<{ event_id: string; seq: string; subject: string | null }>(
    `select distinct on (seq) event_id, seq, subject from webhook_deliveries
     where endpoint_id = $1 and state <> 'waiting'
       and case when $2::uuid is null then created_at between $3 and $4 else id = $2 end order by seq`,
    [endpointId, delivery ?? null, from ?? null, to ?? null],
  )
  const again = rows.map((row) => ({ ...row, id: randomUUIDv7() }))
  await tx.query(
    `insert into webhook_deliveries (id, endpoint_id, event_id, seq, subject, is_redelivery)
     select id, $1, event_id, seq, subject, true
     from json_to_recordset($2) as t (id uuid, event_id uuid, seq bigint, subject uuid)`,
    [endpointId, JSON.stringify(again)],
  )
  return again.length
}

/** Deletes the endpoints' answers about these people. Payloads are never stored. */
export async function forgetHookAnswers(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update webhook_deliveries set answer = null where subject = any($1) and answer is not null', [ids])
}

/**
 * Deletes log entries older than 30 days. Waiting deliveries stay, except those that were made while somebody deleted
 * their endpoint.
 */
export async function dropDeliveries(db: Queryable): Promise<void> {
  await db.query(`delete from webhook_deliveries where state <> 'waiting' and tried_at < now() - ${KEPT}`)
  await db.query(
    `delete from webhook_deliveries d where state = 'waiting'
       and not exists (select from webhook_endpoints e where e.id = d.endpoint_id)`,
  )
  await db.query(
    `delete from webhook_events e where at < now() - ${KEPT}
       and not exists (select from webhook_deliveries d where d.event_id = e.id)`,
  )
}
