import type { Db, PgBoss } from 'pg-boss'
import type { Transaction } from '../db/pool.ts'
import { type Channel, isChannel, type JobName, type JobRow, type Jobs, targetOf } from './jobs.ts'
import { recordQueued } from './queries.ts'

/** Call with the transaction that makes the job true, so neither can exist without the other. */
export type Enqueue = <Name extends JobName>(tx: Transaction, name: Name, bodies: Jobs[Name][]) => Promise<void>

export function createEnqueue(boss: PgBoss): Enqueue {
  return async (tx, name, bodies) => {
    if (isChannel(name)) await recordQueued(asDb(tx), name, (bodies as Jobs[Channel][]).map(targetOf))
    await insertJobs(boss, asDb(tx), { name, bodies })
  }
}

/** New jobs of a channel, and with each the delivery that remembers it should the queue forget. */
export async function queueDeliveries<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordQueued(db, name, bodies.map(targetOf))
  await insertJobs(boss, db, { name, bodies })
}

type NewJobs<Name extends JobName> = {
  name: Name
  bodies: Jobs[Name][]
  /** None begins before. */
  startAfter?: Date
  /** When the queue forgets each; as it forgets others where there is none. */
  keepUntil?: (body: Jobs[Name]) => Date | undefined
}

/**
 * All bodies of one call become one row: what a batch of joins leaves to do costs the same as one join's. A channel's
 * get a row each, because each is tried again for itself.
 */
export async function insertJobs<Name extends JobName>(
  boss: PgBoss,
  db: Db,
  { name, bodies, startAfter, keepUntil }: NewJobs<Name>,
): Promise<void> {
  if (bodies.length === 0) return
  const rows = isChannel(name) ? bodies.map((body) => [body]) : [bodies]
  await boss.insert(
    name,
    rows.map((bodies) => {
      const until = keepUntil?.(bodies[0]!)
      return {
        data: { bodies } satisfies JobRow<Name>,
        ...(startAfter && { startAfter }),
        ...(until && { retentionSeconds: secondsBetween(startAfter ?? new Date(), until) }),
      }
    }),
    { db },
  )
}

/** The queue takes no less than one. */
function secondsBetween(start: Date, end: Date): number {
  return Math.max(1, Math.floor((end.getTime() - start.getTime()) / 1000))
}

/** A client or pool as the queue wants it. */
export function asDb(db: Pick<Transaction, 'query'>): Db {
  return { executeSql: (text, values) => db.query(text, values) }
}
