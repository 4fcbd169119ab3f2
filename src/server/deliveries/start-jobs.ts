import { type Db, type JobResult, PgBoss, type Queue } from 'pg-boss'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Channel, CHANNELS, type Service, SERVICE_OF } from '#shared/owner/integrations.ts'
import { Client, type Connection } from '../db/client.ts'
import { oneAtATime } from '../db/migrate.ts'
import { onOwnClient, type Transaction } from '../db/pool.ts'
import { transact } from '../db/transaction.ts'
import { describe, PACES, type Paces } from './outbox/attempt-delivery.ts'
import type { Deliveries, Delivery } from './outbox/delivery.ts'
import { asDb, type Enqueue } from '../jobs/enqueue.ts'
import { enqueue } from './outbox/enqueue.ts'
import { deliverJobs, failed } from './deliver-jobs.ts'
import { fanOut } from './fan-out.ts'
import { indexJobSubjects } from '../jobs/job-subjects.ts'
import type { JobName, JobRow, Jobs } from '../jobs/jobs.ts'
import { BEAT_SECONDS, QUEUES } from '../jobs/queues.ts'
import { indexActiveJobs, releaseInterrupted } from '../jobs/release-queries.ts'
import { adoptNames } from './names-in-jobs.ts'
import { requeueSlice } from './outbox/requeue.ts'
import { addServices } from './outbox/service-queries.ts'
import { BESIDE_REQUESTS, type LogFailure } from '../base/log-failures.ts'
import { type Repeating, together } from '../base/start-repeating.ts'
import { startHealing } from './start-healing.ts'
import { startReleasing } from '../jobs/start-releasing.ts'
import { BACKSTOP_SECONDS, startWaking, type Workers } from '../jobs/wake-workers.ts'

/**
 * Handles the bodies of one job. After an error, the whole job is retried, so handlers must be idempotent. The signal
 * aborts when the job goes to another worker or the server stops.
 */
type Handler<Name extends JobName> = (bodies: Jobs[Name][], signal: AbortSignal) => Promise<void>
export type Handlers = { [Name in Exclude<JobName, 'fan-out' | 'requeue' | Channel>]: Handler<Name> }

type Work = { handlers: Handlers; deliveries: () => Deliveries; pool: pg.Pool; paces?: Paces | undefined }
export type RunningJobs = {
  boss: PgBoss
  enqueue: Enqueue
  work: (work: Work) => Promise<void>
  stop: () => Promise<void>
}

/**
 * The timeout of the queue's statements, in milliseconds, for a host that hangs and never closes its connections. It is
 * long enough to delete the finished jobs of a week.
 */
const LONGEST_QUERY = 5 * 60_000

type Options = {
  connection: Connection
  logFailure: LogFailure
  /** For tests: how often the queues are checked, in milliseconds. */
  lookEveryMs?: number
  /** For tests that run no jobs: connections to a database whose queues are prepared already. */
  prepared?: pg.Pool
}

/** Prepares the queues. Jobs can be written at once; workers start with `work`. */
export async function startJobs({ connection, logFailure, lookEveryMs, prepared }: Options): Promise<RunningJobs> {
  const options = {
    ...connection,
    // pg-boss passes unknown options on to its pool.
    Client,
    application_name: 'firstchair jobs',
    query_timeout: LONGEST_QUERY,
    max: 4,
    schedule: false,
    maintenanceIntervalSeconds: 5 * 60,
  }
  const boss = new PgBoss(prepared ? { ...options, db: asDb(prepared), migrate: false, supervise: false } : options)
  boss.on('error', (error) => logFailure(BESIDE_REQUESTS, error))
  if (prepared) await boss.start()
  else await prepare(boss, connection)
  const stopping = new AbortController()
  let working: { pool: pg.Pool; loops: Repeating } | undefined
  return {
    boss,
    enqueue,
    work: async (work) => {
      const { pool, deliveries } = work
      const workers = await startWorkers(boss, { ...work, logFailure, stopping: stopping.signal })
      const waking = startWaking({ pool, boss, workers, logFailure, everyMs: lookEveryMs })
      const healing = startHealing({ boss, pool, services: () => servicesOf(deliveries()), logFailure })
      working = { pool, loops: together([waking, healing, startReleasing({ pool, logFailure })]) }
    },
    stop: async () => {
      stopping.abort()
      await working?.loops.stop()
      // The queue's own wait checks only every half second whether its workers have ended.
      const ended = Promise.all(Object.keys(QUEUES).map((name) => boss.offWork(name))).then(() => true)
      const isAllDone = await Promise.race([ended, sleep(LAST_JOBS, false, { ref: false })])
      await boss.stop({ graceful: false })
      if (working && !isAllDone)
        await releaseInterrupted(working.pool).catch((error) => logFailure(BESIDE_REQUESTS, error))
    },
  }
}

async function prepare(boss: PgBoss, connection: Connection): Promise<void> {
  // The queue creates its schema without a lock: if two servers did so at once, one would fail.
  await oneAtATime(connection, async () => {
    await boss.start()
    await keepQueues(boss)
  })
  await onOwnClient(connection, (client) => transact(client, addOurs))
}

/** Prepares the queues inside a transaction, so that a rollback undoes all of it. */
export async function prepareJobs(tx: Transaction): Promise<void> {
  const { executeSql } = asDb(tx)
  // The queue's statements contain their own `begin` and `commit`, which would commit this transaction.
  const within = (text: string) => text.replace(/^\s*begin;/i, '').replace(/commit;\s*$/i, '')
  const db: Db = { executeSql: (text, values) => executeSql(within(text), values) }
  const boss = new PgBoss({ db, schedule: false, supervise: false })
  await boss.start()
  await keepQueues(boss)
  await boss.stop({ graceful: false })
  await tx.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await addOurs(tx)
}

async function addOurs(tx: Transaction): Promise<void> {
  await indexActiveJobs(tx)
  await indexJobSubjects(tx)
  await addServices(tx)
}

/** Creates the queues that are missing, and updates those whose options have changed since. */
async function keepQueues(boss: PgBoss): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of Object.entries(QUEUES)) {
    const { policy: _, ...changeable } = options as Queue
    const queue = stored.get(name)
    if (!queue) await boss.createQueue(name, options)
    else if (!isSubset(changeable, queue)) await boss.updateQueue(name, changeable)
  }
}

function isSubset(options: object, all: object): boolean {
  const known = new Map<string, unknown>(Object.entries(all))
  return Object.entries(options).every(([name, value]) => known.get(name) === value)
}

/** The time that active jobs get to finish, in milliseconds. */
const LAST_JOBS = 5_000
const WATCHED = { pollingIntervalSeconds: BACKSTOP_SECONDS, heartbeatRefreshSeconds: BEAT_SECONDS }
const WORKER = { ...WATCHED, batchSize: 50, burstWhenBatchFull: true }
/** A batch of one, so that other servers can take the other jobs while a long one runs. */
const LONG_WORKER = { ...WORKER, batchSize: 1, perJobResults: true } as const
const FAN_OUT_WORKER = { ...WORKER, transactional: true, includeMetadata: true } as const
/** A small batch, because each job may take half a minute. */
const OUTSIDE_WORKER = { ...WORKER, batchSize: 5, perJobResults: true, includeMetadata: true } as const
/** One slice a second: faster than any service takes deliveries, and a negligible load for the visitors' database. */
const REQUEUE_WORKER = { ...WATCHED, batchSize: 1, transactional: true } as const
/** Mails go out in parallel; the paces of the other services allow only one call at a time. */
const MAILS_AT_A_TIME = 4

type Working = Work & { logFailure: LogFailure; stopping: AbortSignal }

async function startWorkers(boss: PgBoss, working: Working): Promise<Workers> {
  const { handlers, stopping } = working
  const workers: Workers = new Map([
    ['fan-out', [await fanOutJobs(boss, working)]],
    ['requeue', [await requeueJobs(boss)]],
  ])
  for (const name of Object.keys(handlers) as (keyof Handlers)[]) {
    const id = await work(boss, name, (bodies, signal) => handlers[name](bodies, AbortSignal.any([signal, stopping])))
    workers.set(name, [id])
  }
  for (const name of CHANNELS) {
    const atATime = SERVICE_OF[name] === 'mail' ? MAILS_AT_A_TIME : 1
    workers.set(name, await Promise.all(Array.from({ length: atATime }, () => deliver(boss, name, working))))
  }
  return workers
}

function fanOutJobs(boss: PgBoss, { pool, deliveries }: Working): Promise<string> {
  const isSetUp = (channel: Channel) => deliveries()[channel] !== null
  return boss.work<JobRow<'fan-out'>, void, typeof FAN_OUT_WORKER>('fan-out', FAN_OUT_WORKER, async (jobs, tx) => {
    await adoptNames(pool, jobs)
    const batches = jobs.sort((one, other) => +one.createdOn - +other.createdOn).flatMap((job) => job.data.bodies)
    return fanOut(boss, tx, { batches, isSetUp })
  })
}

function requeueJobs(boss: PgBoss): Promise<string> {
  return boss.work<JobRow<'requeue'>, void, typeof REQUEUE_WORKER>('requeue', REQUEUE_WORKER, async (jobs, tx) => {
    for (const body of jobs.flatMap((job) => job.data.bodies)) await requeueSlice(boss, tx, body)
  })
}

function deliver(
  boss: PgBoss,
  name: Channel,
  { deliveries, pool, paces = PACES, logFailure }: Working,
): Promise<string> {
  const current = () => deliveries()[name] as Delivery | null
  return boss.work<JobRow<Channel>, void, typeof OUTSIDE_WORKER>(name, OUTSIDE_WORKER, (jobs) =>
    deliverJobs({ boss, pool, paces, logFailure, current }, name, jobs),
  )
}

/** Each job is settled on its own: a failed job is retried without the other jobs of its batch. */
function work<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handle: (bodies: never[], signal: AbortSignal) => Promise<void>,
) {
  return boss.work<JobRow<Name>, void, { perJobResults: true }>(
    name,
    name === 'run-act' ? LONG_WORKER : { ...WORKER, perJobResults: true },
    async (jobs) => {
      const results: JobResult[] = []
      for (const { id, data, signal } of jobs) {
        const failure = await handle(data.bodies as never[], signal).then(() => null, describe)
        results.push(failure ? failed(id, failure) : { id, status: 'completed' })
      }
      return results
    },
  )
}

function servicesOf(deliveries: Deliveries): Service[] {
  return [...new Set(Object.values(deliveries).flatMap((delivery) => delivery?.service ?? []))]
}
