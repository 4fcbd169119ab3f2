import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../db/transaction.ts'
import { type Person, readPeopleAfter } from '../../people/read-person.ts'
import { type Attempt, attemptDelivery, PACES, type Paces } from '../outbox/attempt-delivery.ts'
import type { Deliveries, Delivery } from '../outbox/delivery.ts'
import { postpone } from '../outbox/enqueue.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { LogFailure } from '../../base/log-failures.ts'
import type { Clients } from '../outbox/services.ts'
import { UNTIL_UNCLAIMED } from '../outbox/delivery-queries.ts'
import { isResting } from '../outbox/service-queries.ts'
import { describeSubscriber, type Publication } from '../beehiiv/sync-person.ts'
import { announceSync } from '../../listing/rows/counter.ts'
import { advanceRun, beginAgain, finishRun, readRun, readSynced, type SyncRun, toDetail } from './sync-queries.ts'
import { checkService } from '../outbox/check-service.ts'

const PAGE = 100
/** How often a run checks whether a pause of Beehiiv is over, in milliseconds. */
const PAUSE_MS = 2_000

type Dependencies = {
  boss: PgBoss
  pool: pg.Pool
  services: Clients
  deliveries: Deliveries
  paces?: Paces | undefined
  logFailure: LogFailure
}
export type RunSync = (run: { run_id: string }, signal: AbortSignal) => Promise<void>

/**
 * Goes through all people in the order of joining, and sends each person who is new or changed to Beehiiv. The run
 * stores its progress after each such person, and continues from there after any interruption. It waits while Beehiiv
 * is unavailable, and ends early only if the owner has to fix something. Once Beehiiv has new settings, it throws: the
 * next try of the job uses them.
 */
export function createRunSync({ boss, pool, services, deliveries, paces = PACES, logFailure }: Dependencies): RunSync {
  const { beehiiv } = services
  const delivery = deliveries['sync-to-beehiiv']
  const isInForce = () => services.beehiiv === beehiiv
  const attempting = { boss, pool, paces, logFailure, isInForce }
  const throwIfRenewed = async (run: SyncRun) => {
    if (isInForce()) return
    if (services.beehiiv?.publicationId !== beehiiv?.publicationId) await beginAgain(pool, run)
    throw new Error('Beehiiv has new settings: the sync goes on with them')
  }

  return async ({ run_id }, signal) => {
    let run = await readRun(pool, run_id)
    if (!run || run.finished_at) return
    if (!beehiiv || !delivery) return finish(pool, { id: run_id, problem: 'Beehiiv is not set up' })
    if (!(await isResting(pool, 'beehiiv'))) await checkService(pool, services, 'beehiiv')

    for (let people = await nextPeople(pool, run); people.length > 0; people = await nextPeople(pool, run)) {
      const doneBefore = run.done
      const isOutdated = await compare(pool, people, {
        publicationId: beehiiv.publicationId,
        existing: beehiiv.knownFields(),
      })
      for (const [index, person] of people.entries()) {
        const isLast = index === people.length - 1
        const attempt = isOutdated(person) ? await attemptPatiently(attempting, delivery, { person, signal }) : null
        if (attempt?.state === 'put off' && isInForce())
          return finish(pool, { id: run_id, problem: attempt.needsOwner })
        if (!attempt && !isLast) continue
        const progress = {
          lastPosition: person.joined_position,
          done: doneBefore + index + 1,
          person,
          ...count(person, attempt),
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

function nextPeople(pool: pg.Pool, { last_position }: SyncRun): Promise<Person[]> {
  return readPeopleAfter(pool, { joinedPosition: last_position, limit: PAGE })
}

/** Returns a function that tells whether Beehiiv lacks the current data of a person. */
async function compare(
  pool: pg.Pool,
  people: Person[],
  publication: Publication,
): Promise<(person: Person) => boolean> {
  const synced = await readSynced(
    pool,
    people.map(({ id }) => id),
  )
  return (person) => synced.get(person.id) !== describeSubscriber(person, publication).content_hash
}

type Attempting = { boss: PgBoss; pool: pg.Pool; paces: Paces; logFailure: LogFailure; isInForce: () => boolean }

/**
 * Attempts a sync of one person, and waits while Beehiiv is unavailable, unless it has new settings. A person who could
 * not be synced for another temporary reason gets a job of their own.
 */
async function attemptPatiently(
  { boss, pool, paces, logFailure, isInForce }: Attempting,
  delivery: Delivery<'sync-to-beehiiv'>,
  { person, signal }: { person: Person; signal: AbortSignal },
): Promise<Attempt> {
  const task = { channel: 'sync-to-beehiiv', body: { entry_id: person.id }, isLastTry: false, isInForce } as const
  for (;;) {
    signal.throwIfAborted()
    const attempt = await attemptDelivery({ pool, paces, logFailure }, delivery, task)
    const isPaused = attempt.state === 'put off' && !attempt.needsOwner
    if (isPaused) await sleep(PAUSE_MS, undefined, { signal })
    if (isPaused && isInForce()) continue
    if (isLeftBehind(attempt)) await tryLater({ boss, pool }, task.body, attempt)
    return attempt
  }
}

function tryLater(
  { boss, pool }: Pick<Attempting, 'boss' | 'pool'>,
  body: Jobs['sync-to-beehiiv'],
  attempt: Attempt,
): Promise<void> {
  const startAfter = attempt.state === 'early' ? attempt.until : new Date(Date.now() + UNTIL_UNCLAIMED)
  return postpone({ boss, pool }, { name: 'sync-to-beehiiv', body, startAfter })
}

function finish(pool: pg.Pool, { id, problem }: { id: string; problem: string | null }): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await finishRun(tx, { id, problem })
    await announceSync(tx)
  })
}

function isLeftBehind(attempt: Attempt): boolean {
  return ['put off', 'claimed', 'early'].includes(attempt.state) || (attempt.state === 'failed' && attempt.again)
}

function count(person: Person, attempt: Attempt | null) {
  const failure = attempt?.state === 'failed' ? toDetail(person.email, attempt.reason) : null
  return { synced: attempt?.state === 'done' ? 1 : 0, failure }
}
