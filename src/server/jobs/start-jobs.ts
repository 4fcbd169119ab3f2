import { type JobResult, PgBoss } from 'pg-boss'
import type { Connection } from '../db/pool.ts'
import { createEnqueue, type Enqueue } from './enqueue.ts'
import { fanOut } from './fan-out.ts'
import type { JobName, JobRow, Jobs } from './jobs.ts'

/** Does what these bodies ask for. A throw puts all of them back, so doing a part twice must do no harm. */
type Handler<Name extends JobName> = (bodies: Jobs[Name][]) => Promise<void>
export type Handlers = { [Name in Exclude<JobName, 'fan-out'>]: Handler<Name> }

export type RunningJobs = { enqueue: Enqueue; work: (handlers: Handlers) => Promise<void>; stop: () => Promise<void> }

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
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  return {
    enqueue: createEnqueue(boss),
    work: async (handlers) => {
      await boss.work<JobRow<'fan-out'>, void, { transactional: true }>(
        'fan-out',
        { ...WORKER, transactional: true },
        (jobs, tx) =>
          fanOut(
            boss,
            tx,
            jobs.flatMap((job) => job.data.bodies),
          ),
      )
      for (const name of Object.keys(handlers) as (keyof Handlers)[]) await work(boss, name, handlers[name])
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Tried again after one minute, two, four and so on up to a day, for about a month; seen a week after its end. */
const PATIENT = {
  retryLimit: 40,
  retryDelay: MINUTE,
  retryBackoff: true,
  retryDelayMax: DAY,
  retentionSeconds: 30 * DAY,
  deleteAfterSeconds: 7 * DAY,
}

const QUEUES = {
  // Holds the full name, which goes when it has been passed on.
  'fan-out': { ...PATIENT, deleteAfterSeconds: MINUTE },
  'send-waitlist-email': PATIENT,
  'send-referral-notification': PATIENT,
  // Holds the full name, for as long as Notion may still be set up and ask for it.
  'add-to-notion': { ...PATIENT, deleteAfterSeconds: 30 * DAY },
  'sync-to-beehiiv': PATIENT,
  'send-contact-message': PATIENT,
  'credit-referrer': PATIENT,
} satisfies Record<JobName, object>

const WORKER = { batchSize: 50, pollingIntervalSeconds: 1, burstWhenBatchFull: true }

/** Each row is settled by itself: one that fails is tried again without those that were fetched with it. */
function work<Name extends keyof Handlers>(boss: PgBoss, name: Name, handle: (bodies: never[]) => Promise<void>) {
  return boss.work<JobRow<Name>, void, { perJobResults: true }>(
    name,
    { ...WORKER, perJobResults: true },
    async (jobs) => {
      const results: JobResult[] = []
      for (const { id, data } of jobs) {
        const failure = await handle(data.bodies as never[]).then(() => null, serializeFailure)
        results.push(failure ? { id, status: 'failed', output: failure } : { id, status: 'completed' })
      }
      return results
    },
  )
}

/** What is kept of a failure. The details of a database's error quote the row, which is personal. */
function serializeFailure(error: unknown): { message: string } {
  return { message: error instanceof Error ? error.message : String(error) }
}
