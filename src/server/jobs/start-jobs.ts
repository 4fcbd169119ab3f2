import { type JobResult, PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Connection } from '../db/pool.ts'
import type { Deliveries, Delivery } from './delivery.ts'
import { asDb, createEnqueue, type Enqueue } from './enqueue.ts'
import { fanOut } from './fan-out.ts'
import { type Channel, CHANNELS, type JobName, type JobRow, type Jobs } from './jobs.ts'
import { setAside, UNDELIVERED } from './set-aside.ts'
import { describe, PACES, type Paces, settleDelivery } from './settle-delivery.ts'

/** Does what these bodies ask for. A throw puts all of them back, so doing a part twice must do no harm. */
type Handler<Name extends JobName> = (bodies: Jobs[Name][]) => Promise<void>
export type Handlers = { [Name in Exclude<JobName, 'fan-out' | Channel>]: Handler<Name> }

type Work = { handlers: Handlers; deliveries: Deliveries; pool: pg.Pool; paces?: Paces | undefined }
export type RunningJobs = {
  boss: PgBoss
  enqueue: Enqueue
  work: (work: Work) => Promise<void>
  stop: () => Promise<void>
}

type Options = { connection: Connection; onError: (error: Error) => void }

/** Prepares the queues. Jobs can be written at once; they are done after `work`. */
export async function startJobs({ connection, onError }: Options): Promise<RunningJobs> {
  const boss = new PgBoss({
    ...connection,
    application_name: 'firstchair jobs',
    max: 4,
    schedule: false,
    maintenanceIntervalSeconds: 5 * MINUTE,
  })
  boss.on('error', onError)
  await boss.start()
  for (const [name, options] of Object.entries({ [UNDELIVERED]: SET_ASIDE, ...QUEUES })) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  return {
    boss,
    enqueue: createEnqueue(boss),
    work: (work) => startWorkers(boss, work),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Waits for a catch-up, or for the owner to ask again: what failed for good, and full names. */
const SET_ASIDE = { retentionSeconds: 30 * DAY }

/** Tried again after one minute, two, four and so on up to a day, for about a month; seen a week after its end. */
const PATIENT = {
  retryLimit: 36,
  retryDelay: MINUTE,
  retryBackoff: true,
  retryDelayMax: DAY,
  retentionSeconds: 40 * DAY,
  deleteAfterSeconds: 7 * DAY,
}

/** A worker that died with the job in hand is noticed after the time-out. */
const OUTSIDE = { ...PATIENT, deadLetter: UNDELIVERED, expireInSeconds: 5 * MINUTE }

const QUEUES = {
  // Holds the full name, which goes when it has been passed on.
  'fan-out': { ...PATIENT, deleteAfterSeconds: MINUTE },
  'send-waitlist-email': OUTSIDE,
  'send-referral-notification': OUTSIDE,
  'send-contact-message': OUTSIDE,
  // Holds the full name, which goes when Notion has it, and after 30 days otherwise.
  'add-to-notion': { ...OUTSIDE, retentionSeconds: 30 * DAY, deleteAfterSeconds: MINUTE },
  'sync-to-beehiiv': OUTSIDE,
  'credit-referrer': PATIENT,
} satisfies Record<JobName, object>

const WORKER = { batchSize: 50, pollingIntervalSeconds: 1, burstWhenBatchFull: true }
/** Few at a time, because each may take its half minute. */
const OUTSIDE_WORKER = { ...WORKER, batchSize: 5, perJobResults: true, includeMetadata: true } as const
/** Mails go out side by side; the other services' paces leave room for one call after the other only. */
const MAILS_AT_A_TIME = 4

async function startWorkers(boss: PgBoss, { handlers, deliveries, pool, paces = PACES }: Work): Promise<void> {
  const isSetUp = (channel: Channel) => deliveries[channel] !== null
  await boss.work<JobRow<'fan-out'>, void, { transactional: true }>(
    'fan-out',
    { ...WORKER, transactional: true },
    (jobs, tx) => fanOut(boss, tx, { batches: jobs.flatMap((job) => job.data.bodies), isSetUp }),
  )
  for (const name of Object.keys(handlers) as (keyof Handlers)[]) await work(boss, name, handlers[name])
  for (const name of CHANNELS) await deliver(name, deliveries[name] as Delivery | null)

  function deliver(name: Channel, delivery: Delivery | null) {
    if (!delivery) return work(boss, name, (bodies) => setAside(boss, asDb(pool), { name, bodies }))
    const localConcurrency = delivery.service === 'mail' ? MAILS_AT_A_TIME : 1
    return boss.work<JobRow<Channel>, void, typeof OUTSIDE_WORKER & { localConcurrency: number }>(
      name,
      { ...OUTSIDE_WORKER, localConcurrency },
      async (jobs) => {
        const results: JobResult[] = []
        for (const job of jobs) {
          const settled = settleDelivery({ boss, pool, paces }, delivery, job)
          results.push(await settled.catch((error) => failed(job.id, describe(error))))
        }
        return results
      },
    )
  }
}

/** Each row is settled by itself: one that fails is tried again without those that were fetched with it. */
function work<Name extends JobName>(boss: PgBoss, name: Name, handle: (bodies: never[]) => Promise<void>) {
  return boss.work<JobRow<Name>, void, { perJobResults: true }>(
    name,
    { ...WORKER, perJobResults: true },
    async (jobs) => {
      const results: JobResult[] = []
      for (const { id, data } of jobs) {
        const failure = await handle(data.bodies as never[]).then(() => null, describe)
        results.push(failure ? failed(id, failure) : { id, status: 'completed' })
      }
      return results
    },
  )
}

function failed(id: string, message: string): JobResult {
  return { id, status: 'failed', output: { message } }
}
