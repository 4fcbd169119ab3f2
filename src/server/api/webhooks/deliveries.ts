import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type EndpointDeliveries,
  type EndpointDeliveriesQuery,
  type EndpointDelivery,
  TEST_EVENT,
} from '#shared/programs/webhooks.ts'
import { ENDPOINT_CHANNEL } from '../../outbox/tell-endpoints.ts'
import { livingOf } from '../../people/addresses/email-keys.ts'
import { lockSealed, SHOWN_NAME } from './endpoints.ts'
import {
  findRows,
  instant,
  inTransaction,
  parseCursor,
  type Pool,
  type Queryable,
  refuseCursor,
  toPage,
  type Transaction,
} from '../../db/query.ts'

/**
 * Rows of the outbox, one for each event and endpoint, and one more each time that the owner sends an event again.
 * `subject` is the delivery's id, `about` whom the event is about, and `data` what happened: its `type`, `at` and `data`,
 * when it was sent `again`, and the last `status` and personal `fields`. `error` has the beginning of the last answer.
 */

/**
 * The waits after failed attempts, in minutes: eight attempts over 75 hours. While no server runs, attempts are only
 * delayed.
 */
const MINUTES = [1, 14, 45, 4 * 60, 10 * 60, 24 * 60, 36 * 60]
const MOST_ATTEMPTS = MINUTES.length + 1
/** How long a claim lasts, in seconds: longer than any attempt. */
const CLAIM_SECONDS = 60
/** After this many failures in a row, an endpoint gets one request at a time, with growing pauses of up to a minute. */
const FAILURES_BEFORE_PAUSE = 5
const MADE_AT = `(coalesce(o.data ->> 'again', o.data ->> 'at')::timestamptz)`

export type Claimed = {
  id: string
  event_id: string
  type: string
  about: string | null
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
 * deliveries arrive in order. What the owner sends again waits for no other delivery.
 */
export function claim(db: Queryable, { endpointId, fields, failures, most, areTogether = false }: Claim) {
  return findRows<Claimed>(
    db,
    `with claimed as (
       update outbox set claimed_until = now() + interval '${CLAIM_SECONDS} seconds',
         data = data || jsonb_build_object('fields', $4::text[])
       where id in (
         select id from outbox o
         where endpoint_id = $1 and state = 'waiting' and due_at <= now() and coalesce(claimed_until, '-infinity') < now()
           and ($3 or data ? 'again' or about is null or not exists (
             select from outbox ahead where ahead.about = o.about and ahead.endpoint_id = o.endpoint_id
               and ahead.id < o.id and ahead.state = 'waiting' and not ahead.data ? 'again'))
         order by due_at, id limit $2 for update skip locked)
       returning id, event_id, about, data)
     select id, event_id, data ->> 'type' as type, about, data -> 'data' as data, (data ->> 'at')::timestamptz as at
     from claimed order by id`,
    [endpointId, failures < FAILURES_BEFORE_PAUSE ? most : 1, areTogether, fields],
  )
}

export type Outcome = { id: string; ok: boolean; status: number | null; text: string }

type Settled = { endpointId: string; outcomes: Outcome[]; pauseSeconds: number }

/**
 * Records the outcomes of attempts. Answers about erased people are not stored. `pauseSeconds`: the pause of the
 * endpoint after a success.
 */
export async function settle(tx: Transaction, { endpointId, outcomes, pauseSeconds }: Settled): Promise<void> {
  await tx.query(
    `with outcomes as (
       select * from json_to_recordset($1) as t (id bigint, ok boolean, status smallint, text text)
     ), living as materialized (${livingOf('select about from outbox where id = any($2)')})
     update outbox o set attempts = attempts + 1, claimed_until = null, changed_at = now(),
       data = data || jsonb_build_object('status', status),
       state = case when ok then 'done' when attempts + 1 >= ${MOST_ATTEMPTS} then 'given up' else 'waiting' end,
       due_at = now() + coalesce((array[${MINUTES.join(', ')}])[attempts + 1], 0) * interval '1 minute',
       error = case when about is null or about in (select id from living)
         or not data ->> 'type' like any(array['entry.%', 'invitation.%']) then nullif(text, '') end
     from outcomes where o.id = outcomes.id and state = 'waiting'`,
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

const GONE = 410

export async function unclaim(db: Queryable, claimed: Claimed[]): Promise<void> {
  await db.query('update outbox set claimed_until = null where id = any($1)', [claimed.map(({ id }) => id)])
}

export function sendTest(pool: Pool, endpointId: string): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if ((await lockSealed(tx, endpointId)) === null) return false
    await tx.query(
      `insert into outbox (channel, subject, endpoint_id, event_id, data) values
         ('${ENDPOINT_CHANNEL}', $1, $2, $3, jsonb_build_object('type', $4::text, 'at', now(), 'data', '{}'::jsonb))`,
      [randomUUIDv7(), endpointId, randomUUIDv7(), TEST_EVENT],
    )
    return true
  })
}

const STATE = `case state when 'given up' then 'failed' else state end`
const Cursor = z.string().check(z.regex(/^\d{1,18}$/))
const PAGE_SIZE = 50

export async function readDeliveries(
  db: Queryable,
  { endpointId, state, cursor }: EndpointDeliveriesQuery & { endpointId: string },
): Promise<EndpointDeliveries> {
  const before = parseCursor(Cursor, cursor)
  const { rows } = await db
    .query<EndpointDelivery & { row: string }>(
      `select o.id as row, subject as id, event_id, data ->> 'type' as type, data ? 'again' as is_redelivery, ${STATE} as state,
         attempts, (data ->> 'status')::int as status, error as answer, ${instant(MADE_AT)} as created_at,
         case when attempts > 0 then ${instant('changed_at')} end as tried_at, ${instant('due_at')} as due_at
       from outbox o where endpoint_id = $1 and ($2::text is null or ${STATE} = $2) and ($3::bigint is null or o.id < $3)
       order by o.id desc limit ${PAGE_SIZE + 1}`,
      [endpointId, state ?? null, before],
    )
    .catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ row }) => row)
  return { deliveries: shown.map(({ row: _row, ...delivery }) => delivery), next_cursor }
}

/**
 * The endpoints to which personal data of this person was sent, whatever they answered: the time of the last attempt,
 * and the kinds of data.
 */
export function readToldOf(db: Queryable, id: string) {
  return findRows<{ name: string; told_at: string; data: string[] }>(
    db,
    `select ${SHOWN_NAME} as name, ${instant('max(o.changed_at)')} as told_at, array_agg(distinct field order by field) as data
     from outbox o join webhook_endpoints e on e.id = endpoint_id, jsonb_array_elements_text(o.data -> 'fields') as field
     where about = $1 and attempts > 0 group by e.id order by name, e.id`,
    [id],
  )
}

type Again = { endpointId: string; delivery?: string; from?: string; to?: string }

/**
 * Queues one delivery again, or each event of a period once. Skips deliveries that are still waiting. Returns the
 * number of new deliveries.
 */
export async function redeliver(tx: Transaction, { endpointId, delivery, from, to }: Again): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into outbox (channel, subject, endpoint_id, event_id, about, data)
     select channel, gen_random_uuid(), endpoint_id, event_id, about,
       data - array['fields', 'status'] || jsonb_build_object('again', now())
     from (
       select distinct on (event_id) * from outbox o
       where endpoint_id = $1 and state <> 'waiting'
         and case when $2::uuid is null then ${MADE_AT} between $3 and $4 else subject = $2 end
       order by event_id, id) as sent
     order by id`,
    [endpointId, delivery ?? null, from ?? null, to ?? null],
  )
  return rowCount ?? 0
}

export async function forgetHookAnswers(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('update outbox set error = null where about = any($1) and error is not null', [ids])
}

/** The longest time that the record of what was sent is kept, in days. */
const KEPT_DAYS = 30

/** Deletes old deliveries. What waits for an endpoint that is switched off is kept for the retention time. */
export async function dropDeliveries(db: Queryable, days: number): Promise<void> {
  await db.query(
    `delete from outbox o using webhook_endpoints e
     where e.id = endpoint_id and o.changed_at < now() - interval '1 day' *
       case when state <> 'waiting' then least($1, ${KEPT_DAYS}) when off_because is not null then $1::integer end`,
    [days],
  )
}
