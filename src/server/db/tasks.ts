import { randomUUID } from 'node:crypto'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import type { Pool, Queryable } from './query.ts'

export type Task = {
  name: string
  everyMs: number
  failure: string
  /** Returns the milliseconds until the next time, if not `everyMs`. */
  run: (signal: AbortSignal) => Promise<number | void>
}

const LOOK_MS = 5_000
const LEASE_SECONDS = 60
const RENEW_MS = 15_000
const MOST_RETRY_MS = 10 * 60_000

type Tasks = { pool: Pool; tasks: Task[]; logFailure: LogFailure }

/** What was due while no server ran is due at the start. */
export function startTasks({ pool, tasks, logFailure }: Tasks): Repeating {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let areAdded = false
  const failure = 'recurring work could not be looked for'
  const looking = startRepeating({ step: look, restMs: LOOK_MS, atOnce: true, failure, logFailure })
  return {
    stop: async () => {
      stopping.abort()
      await looking.stop()
      await Promise.all(running)
    },
  }

  async function look(): Promise<void> {
    if (!areAdded) await addTasks(pool, tasks)
    areAdded = true
    while (!stopping.signal.aborted) {
      const lease = await takeLease(pool, tasks)
      if (!lease) return
      const work = run(lease).catch((error) => logFailure(lease.task.failure, error))
      running.add(work)
      void work.finally(() => running.delete(work))
    }
  }

  async function run({ task, by }: Lease): Promise<void> {
    const step = () => renewLease(pool, by)
    const renewing = startRepeating({ step, restMs: RENEW_MS, failure: 'a lease could not be renewed', logFailure })
    try {
      const restMs = (await task.run(stopping.signal)) ?? task.everyMs
      await endLease(pool, by, { restMs: stopping.signal.aborted ? 0 : restMs, error: null })
    } catch (error) {
      logFailure(task.failure, error)
      await endLease(pool, by, { restMs: Math.min(task.everyMs, MOST_RETRY_MS), error: messageOf(error) })
    } finally {
      await renewing.stop()
    }
  }
}

/** The details of a PostgreSQL error quote the row. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function addTasks(db: Queryable, tasks: Task[]): Promise<void> {
  await db.query(
    `insert into tasks (name, failure) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set failure = excluded.failure`,
    [tasks.map(({ name }) => name), tasks.map(({ failure }) => failure)],
  )
}

type Lease = { task: Task; by: string }

async function takeLease(db: Queryable, tasks: Task[]): Promise<Lease | null> {
  const by = randomUUID()
  const { rows } = await db.query<{ name: string }>(
    `update tasks set leased_until = now() + interval '${LEASE_SECONDS} seconds', leased_by = $2
     where name = (
       select name from tasks
       where name = any($1) and next_at <= now() and coalesce(leased_until, '-infinity') <= now()
       order by next_at limit 1 for update skip locked)
     returning name`,
    [tasks.map(({ name }) => name), by],
  )
  const task = tasks.find(({ name }) => name === rows[0]?.name)
  return task ? { task, by } : null
}

async function renewLease(db: Queryable, by: string): Promise<void> {
  await db.query(`update tasks set leased_until = now() + interval '${LEASE_SECONDS} seconds' where leased_by = $1`, [
    by,
  ])
}

type End = { restMs: number; error: string | null }

async function endLease(db: Queryable, by: string, { restMs, error }: End): Promise<void> {
  await db.query(
    `update tasks set next_at = now() + $2 * interval '1 millisecond', leased_until = null, leased_by = null, error = $3,
       failures = case when $3::text is null then 0 else failures + 1 end,
       done_at = case when $3::text is null then now() else done_at end
     where leased_by = $1`,
    [by, restMs, error],
  )
}

type StoredTask = { name: string; failure: string; failures: number; error: string | null }

export async function readTasks(db: Queryable): Promise<StoredTask[]> {
  return (await db.query<StoredTask>('select name, failure, failures, error from tasks order by name')).rows
}

const OFTEN = 3

export async function readFailing(db: Queryable, failingHere: string[]): Promise<string[]> {
  const tasks = await readTasks(db)
  const own = failingHere.filter((what) => tasks.every(({ failure }) => failure !== what))
  return [...own, ...tasks.flatMap(({ failure, failures }) => (failures >= OFTEN ? failure : []))]
}
