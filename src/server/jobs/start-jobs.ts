import { PgBoss } from 'pg-boss'
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
  const boss = new PgBoss({ ...connection, application_name: 'firstchair jobs', max: 4, schedule: false })
  boss.on('error', onError)
  await boss.start()
  for (const name of ['fan-out', ...CHANNELS, 'send-contact-message', 'credit-referrer'])
    await boss.createQueue(name, QUEUE)
  return {
    enqueue: createEnqueue(boss),
    work: async (handlers) => {
      await boss.work<JobRow<'fan-out'>, void, { transactional: true }>(
        'fan-out',
        { ...WORKER, transactional: true },
        (jobs, tx) => fanOut(boss, tx, bodiesOf(jobs)),
      )
      const start = <Name extends keyof Handlers>(name: Name) => work<Name>(boss, name, handlers[name])
      for (const name of CHANNELS) await start(name)
      await start('send-contact-message')
      await start('credit-referrer')
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

/** The jobs that reach outside, each with its own deliveries. */
const CHANNELS = [
  'send-waitlist-email',
  'send-referral-notification',
  'add-to-notion',
  'sync-to-beehiiv',
] as const satisfies JobName[]
export type Channel = (typeof CHANNELS)[number]

const WORKER = { batchSize: 50, pollingIntervalSeconds: 1, burstWhenBatchFull: true }

const DAY = 24 * 60 * 60

/** Tried again after one minute, two, four and so on up to a day, for about a month. */
const QUEUE = {
  retryLimit: 40,
  retryDelay: 60,
  retryBackoff: true,
  retryDelayMax: DAY,
  retentionSeconds: 30 * DAY,
  deleteAfterSeconds: 30 * DAY,
}

function work<Name extends JobName>(boss: PgBoss, name: Name, handle: Handler<Name>) {
  return boss.work<JobRow<Name>>(name, WORKER, (jobs) => handle(bodiesOf(jobs)))
}

function bodiesOf<Name extends JobName>(jobs: { data: JobRow<Name> }[]): Jobs[Name][] {
  return jobs.flatMap((job) => job.data.bodies)
}
