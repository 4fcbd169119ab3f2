import { setTimeout as sleep } from 'node:timers/promises'
import { type Person, readPeopleAfter } from '../../people/find-person.ts'
import { type Attempt, attempt, type Attempting, PACES, type Paces } from '../../outbox/attempt.ts'
import type { Deliveries, Delivery, OwnWork } from '../../outbox/channel.ts'
import { claimOf, enqueue } from '../../outbox/rows.ts'
import type { Member } from '../../outbox/integrations/newsletter-fields.ts'
import type { Newsletter } from '../../outbox/integrations/newsletter.ts'
import { checkService, type Clients } from '../services/services.ts'
import { isResting } from '../../outbox/service-queries.ts'
import { describeSubscriber, onlyPerson } from '../newsletters/sync-person.ts'
import { announceSync } from '../../listing/rows/counter.ts'
import { livingOf } from '../../people/addresses/email-keys.ts'
import { findRow, inTransaction, type Pool, type Queryable, type Transaction } from '../../db/query.ts'
import type { LogFailure } from '../../base/start-repeating.ts'

const PAGE = 100
/** How often, and for how long, a run looks whether another worker is done with a person, in milliseconds. */
const LOOK_MS = 250
const MOST_LOOKS = 12
/** How often a run checks whether a pause of Beehiiv is over, in milliseconds. */
const PAUSE_MS = 2_000

type Dependencies = {
  pool: Pool
  services: Clients
  deliveries: Deliveries
  paces?: Paces | undefined
  logFailure: LogFailure
}

/**
 * The run stores its progress after each such person, and continues from there after any interruption. It waits while
 * Beehiiv is unavailable, and ends early only if the owner has to fix something. Once Beehiiv has new settings, it
 * throws: the next try of the job uses them.
 */
export function createRunSync({ pool, services, deliveries, paces = PACES, logFailure }: Dependencies): OwnWork {
  const { beehiiv } = services
  const delivery = deliveries['sync-to-beehiiv']
  const isInForce = () => services.beehiiv === beehiiv
  const attempting = { pool, paces, logFailure, isInForce }
  const throwIfRenewed = async (run: SyncRun) => {
    if (isInForce()) return
    if (services.beehiiv?.place !== beehiiv?.place) await beginAgain(pool, run)
    throw new Error('Beehiiv has new settings: the sync goes on with them')
  }

  return async ({ subject: run_id }, signal) => {
    let run = await readRun(pool, run_id)
    if (!run || run.finished_at) return
    if (!beehiiv || !delivery || delivery === 'sealed')
      return finish(pool, { id: run_id, problem: 'Beehiiv is not set up' })
    if (!(await isResting(pool, 'beehiiv'))) await checkService(pool, services, 'beehiiv')

    for (let people = await nextPeople(pool, run); people.length > 0; people = await nextPeople(pool, run)) {
      const doneBefore = run.done
      const isOutdated = await compare(pool, people, beehiiv)
      for (const [index, person] of people.entries()) {
        const isLast = index === people.length - 1
        const outcome = isOutdated(person) ? await attemptPatiently(attempting, delivery, { person, signal }) : null
        if (outcome?.state === 'paused' && isInForce()) return finish(pool, { id: run_id, problem: outcome.needsOwner })
        if (!outcome && !isLast) continue
        const progress = {
          lastPosition: person.joined_position,
          done: doneBefore + index + 1,
          person,
          ...count(person, outcome),
        }
        run = await advanceRun(pool, { run, ...progress })
        // Another worker has continued the run.
        if (!run) return
        await throwIfRenewed(run)
      }
    }
    // The settings may have changed while the last people were read.
    await throwIfRenewed(run)
    await finish(pool, { id: run_id, problem: null })
  }
}

function nextPeople(pool: Pool, { last_position }: SyncRun): Promise<Person[]> {
  return readPeopleAfter(pool, { joinedPosition: last_position, limit: PAGE })
}

async function compare(
  pool: Pool,
  people: Person[],
  beehiiv: Newsletter<Member>,
): Promise<(person: Person) => boolean> {
  const synced = await readSynced(
    pool,
    people.map(({ id }) => id),
  )
  const existing = beehiiv.knownFields()
  return (person) =>
    synced.get(person.id) !== describeSubscriber(beehiiv, { person: onlyPerson(person), existing }).content_hash
}

/**
 * Attempts a sync of one person, and waits while Beehiiv is unavailable, unless it has new settings. Null if another
 * worker is at it for long; it then looks at them once more.
 */
async function attemptPatiently(
  attempting: Attempting,
  delivery: Delivery,
  { person, signal }: { person: Person; signal: AbortSignal },
): Promise<Attempt | null> {
  const { pool, isInForce } = attempting
  for (let looks = 1; ; looks += 1) {
    signal.throwIfAborted()
    const row = await claimOf(pool, { channel: 'sync-to-beehiiv', subject: person.id })
    if (!row) {
      await sleep(LOOK_MS, undefined, { signal })
      if (looks < MOST_LOOKS) continue
      await enqueue(pool, 'sync-to-beehiiv', [person.id])
      return null
    }
    const outcome = await attempt(attempting, delivery, row)
    if (outcome.state !== 'paused' || outcome.needsOwner !== null) return outcome
    await sleep(PAUSE_MS, undefined, { signal })
    if (!isInForce()) return outcome
  }
}

function finish(pool: Pool, { id, problem }: { id: string; problem: string | null }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await finishRun(tx, { id, problem })
    await announceSync(tx)
  })
}

function count(person: Person, attempt: Attempt | null) {
  const failure = attempt?.state === 'failed' ? toDetail(person.email, attempt.reason) : null
  return { synced: attempt?.state === 'done' ? 1 : 0, failure }
}

/** At most one run is unfinished. */
export type SyncRun = {
  id: string
  started_at: Date
  total: number
  done: number
  last_position: number
  synced: number
  errors: number
  details: string[]
  problem: string | null
  finished_at: Date | null
}

/** Returns null while another run is unfinished. */
export function insertRun(db: Queryable, { id, total }: { id: string; total: number }) {
  return findRow<SyncRun>(
    db,
    `insert into sync_runs (id, total) values ($1, $2)
     on conflict ((1)) where finished_at is null do nothing returning *`,
    [id, total],
  )
}

export function readLastRun(db: Queryable) {
  return findRow<SyncRun>(db, 'select * from sync_runs order by started_at desc, id desc limit 1')
}

export function readRun(db: Queryable, id: string) {
  return findRow<SyncRun>(db, 'select * from sync_runs where id = $1', [id])
}

function toDetail(email: string, reason: string): string {
  return `${email}: ${reason}`
}

export async function forgetDetails(tx: Transaction, emails: string[]): Promise<void> {
  await tx.query(
    `update sync_runs set details = array(
       select line from unnest(details) with ordinality as d (line, place)
       where not exists (select from unnest($1::text[]) as mark where starts_with(line, mark)) order by place)
     where exists (select from unnest(details) as line, unnest($1::text[]) as mark where starts_with(line, mark))`,
    [emails.map((email) => toDetail(email, ''))],
  )
}

type Progress = {
  run: SyncRun
  person: { id: string }
  lastPosition: number
  done: number
  synced: number
  failure: string | null
}

/** Returns null if another worker has continued the run meanwhile. */
function advanceRun(db: Queryable, { run, person, lastPosition, done, synced, failure }: Progress) {
  return findRow<SyncRun>(
    db,
    `with living as materialized (${livingOf('select $7::uuid')})
     update sync_runs
     set last_position = $3, done = least(total, $4), synced = synced + $5,
       errors = errors + cardinality($6::text[]),
       details = case when exists (select from living) then (details || $6::text[])[1:50] else details end
     where id = $1 and last_position = $2 and finished_at is null returning *`,
    [run.id, run.last_position, lastPosition, done, synced, failure ? [failure] : [], person.id],
  )
}

async function beginAgain(db: Queryable, run: SyncRun): Promise<void> {
  await db.query(
    'update sync_runs set last_position = 0, done = 0 where id = $1 and last_position = $2 and finished_at is null',
    [run.id, run.last_position],
  )
}

async function finishRun(db: Queryable, { id, problem }: { id: string; problem: string | null }): Promise<void> {
  await db.query(
    `update sync_runs set finished_at = now(), problem = $2, done = case when $2::text is null then total else done end
     where id = $1 and finished_at is null`,
    [id, problem],
  )
}

/** People who were never synced are missing. */
async function readSynced(db: Queryable, entryIds: string[]): Promise<Map<string, string | null>> {
  const { rows } = await db.query<{ entry_id: string; content_hash: string | null }>(
    `select subject as entry_id, content_hash from outbox
     where channel = 'sync-to-beehiiv' and subject = any($1) and state in ('done', 'skipped')`,
    [entryIds],
  )
  return new Map(rows.map(({ entry_id, content_hash }) => [entry_id, content_hash]))
}
