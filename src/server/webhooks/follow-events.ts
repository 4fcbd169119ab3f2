import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { joinedAfter } from '../people/read-joined.ts'
import { lockSealed } from './endpoints.ts'

/**
 * The most joins that one transaction reads, and about as many other events: one row holds the events of up to 250
 * people of an act.
 */
const PAGE = 500
/** The type of events whose payload holds the person's position at the time of sending. */
const MOVED = 'entry.moved'

type Follower = { id: string; events: string[]; joined_after: number }
type Happened = {
  outbox_id: string | null
  type: string
  subjects: string[]
  data: object
  at: Date
  joined_position: number | null
  /** False for made-up and imported people, who did not join here. */
  is_own: boolean
}

/**
 * Creates events for all changes since the last run, and a delivery for each endpoint that wants them. Only one server
 * does this at a time. Joins come first, so that all other events about a person follow their join.
 */
export function followEvents(pool: pg.Pool): Promise<{ isMore: boolean; hasEndpoints: boolean }> {
  return inTransaction(pool, async (tx) => {
    const progress = await lockProgress(tx)
    if (!progress) return { isMore: false, hasEndpoints: true }
    const followers = await readFollowers(tx)
    const hasEndpoints = followers.length > 0
    const ofJoins = followers.filter(({ events }) => events.includes('entry.joined'))
    // Skips joins that are too old for all of these endpoints.
    const first = Math.min(...ofJoins.map(({ joined_after }) => joined_after))
    const from = ofJoins.length > 0 ? Math.max(progress.joined, first) : null
    const found = await readHappened(tx, from)
    const joined = found.filter((one) => one.joined_position !== null)
    const happened = joined.length < PAGE ? found : joined
    if (happened.length === 0) return { isMore: false, hasEndpoints }
    await store(tx, { happened, followers, seq: Number(progress.seq) })
    await tx.query('update webhook_progress set joined = greatest(joined, $1) where id = 1', [
      joined.at(-1)?.joined_position ?? progress.joined,
    ])
    await tx.query('delete from webhook_outbox where id = any($1)', [happened.flatMap((one) => one.outbox_id ?? [])])
    return { isMore: found.flatMap(({ subjects }) => subjects).length >= PAGE, hasEndpoints }
  })
}

/** Null while another server holds the lock. */
async function lockProgress(tx: Transaction): Promise<{ joined: number; seq: string } | null> {
  const { rows } = await tx.query<{ joined: number; seq: string }>(
    'select joined, seq from webhook_progress where id = 1 for update skip locked',
  )
  return rows[0] ?? null
}

async function readFollowers(tx: Transaction): Promise<Follower[]> {
  const { rows } = await tx.query<Follower>(
    'select id, events, joined_after from webhook_endpoints where off_because is null order by id',
  )
  return rows
}

/** Reads joins and other events in one statement: so if it sees an event of a person, it also sees their join. */
async function readHappened(tx: Transaction, from: number | null): Promise<Happened[]> {
  const { rows } = await tx.query<Happened>(
    `(select null::bigint as outbox_id, 'entry.joined' as type, array[id] as subjects, '{}'::jsonb as data,
        created_at as at, joined_position, is_own
      from (${joinedAfter('$1', PAGE)}) as joined order by joined_position)
     union all
     (select id, type, subjects, data, at, null, true
      from (select *, sum(cardinality(subjects)) over (order by id) - cardinality(subjects) as before
        from (select * from webhook_outbox order by id limit ${PAGE}) as oldest) as counted
      where before < ${PAGE} order by id)`,
    [from ?? 2 ** 31 - 1],
  )
  return rows
}

type Page = { happened: Happened[]; followers: Follower[]; seq: number }

async function store(tx: Transaction, { happened, followers, seq }: Page): Promise<void> {
  const events = happened
    .filter(({ is_own }) => is_own)
    .flatMap(({ type, subjects, data, at, joined_position }) =>
      subjects.map((subject) => ({ id: randomUUIDv7(), seq: (seq += 1), type, subject, data, at, joined_position })),
    )
  const untold = await readUntold(
    tx,
    events.flatMap(({ type, subject }) => (type === MOVED ? subject : [])),
  )
  const deliveries = events.flatMap((event) =>
    followers
      .filter(
        ({ events, joined_after }) => events.includes(event.type) && (event.joined_position ?? Infinity) > joined_after,
      )
      .filter(({ id }) => event.type !== MOVED || isFirst(untold, `${id} ${event.subject}`))
      .map((endpoint) => ({
        id: randomUUIDv7(),
        endpoint_id: endpoint.id,
        event_id: event.id,
        seq: event.seq,
        subject: event.subject,
      })),
  )
  const wanted = new Set(deliveries.map(({ event_id }) => event_id))
  await insertEvents(
    tx,
    events.filter(({ id }) => wanted.has(id)),
  )
  await insertDeliveries(tx, deliveries)
  await tx.query('update webhook_progress set seq = $1 where id = 1', [seq])
}

/**
 * The pairs of endpoint and person that have an untried move event. Its payload is written when it is sent, so it will
 * show the newest position, and a second event is not needed. A failed attempt may have arrived, so a tried event does
 * not count.
 */
async function readUntold(tx: Transaction, moved: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ endpoint_id: string; subject: string }>(
    `select distinct d.endpoint_id, d.subject from webhook_deliveries d join webhook_events e on e.id = event_id
     where d.subject = any($1) and state = 'waiting' and attempts = 0 and claimed_until is null and not is_redelivery
       and type = '${MOVED}'`,
    [moved],
  )
  return new Set(rows.map(({ endpoint_id, subject }) => `${endpoint_id} ${subject}`))
}

/** Adds `one` to the set. False if the set already had it. */
function isFirst(set: Set<string>, one: string): boolean {
  return !set.has(one) && Boolean(set.add(one))
}

type NewEvent = { id: string; seq: number; type: string; subject: string | null; data: object; at: Date }

async function insertEvents(tx: Transaction, events: NewEvent[]): Promise<void> {
  await tx.query(
    `insert into webhook_events (id, seq, type, subject, data, at)
     select id, seq, type, subject, data, at from json_to_recordset($1)
       as t (id uuid, seq bigint, type text, subject uuid, data jsonb, at timestamptz)`,
    [JSON.stringify(events)],
  )
}

type NewDelivery = { id: string; endpoint_id: string; event_id: string; seq: number; subject: string | null }

async function insertDeliveries(tx: Transaction, deliveries: NewDelivery[]): Promise<void> {
  await tx.query(
    `insert into webhook_deliveries (id, endpoint_id, event_id, seq, subject)
     select id, endpoint_id, event_id, seq, subject from json_to_recordset($1)
       as t (id uuid, endpoint_id uuid, event_id uuid, seq bigint, subject uuid)`,
    [JSON.stringify(deliveries)],
  )
}

/** Queues a test event for one endpoint only. Returns false if there is no such endpoint. */
export function sendTestEvent(
  pool: pg.Pool,
  { endpointId, type }: { endpointId: string; type: string },
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if ((await lockSealed(tx, endpointId)) === null) return false
    const { rows } = await tx.query<{ seq: string }>(
      'update webhook_progress set seq = seq + 1 where id = 1 returning seq',
    )
    const event = { id: randomUUIDv7(), seq: Number(rows[0]!.seq), type, subject: null, data: {}, at: new Date() }
    const delivery = { id: randomUUIDv7(), endpoint_id: endpointId, event_id: event.id, seq: event.seq, subject: null }
    await insertEvents(tx, [event])
    await insertDeliveries(tx, [delivery])
    return true
  })
}
