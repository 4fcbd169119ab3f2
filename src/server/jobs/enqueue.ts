import type { Db, PgBoss } from 'pg-boss'
import type { Transaction } from '../db/pool.ts'
import { isChannel, type JobName, type JobRow, type Jobs } from './jobs.ts'

/** Call with the transaction that makes the job true, so neither can exist without the other. */
export type Enqueue = <Name extends JobName>(tx: Transaction, name: Name, bodies: Jobs[Name][]) => Promise<void>

export function createEnqueue(boss: PgBoss): Enqueue {
  return (tx, name, bodies) => insertJobs(boss, asDb(tx), { name, bodies })
}

type NewJobs<Name extends JobName> = {
  name: Name
  bodies: Jobs[Name][]
  /** None begins before. */
  startAfter?: Date
}

/**
 * All bodies of one call become one row: what a batch of joins leaves to do costs the same as one join's. A channel's
 * get a row each, because each is tried again for itself.
 */
export async function insertJobs<Name extends JobName>(
  boss: PgBoss,
  db: Db,
  { name, bodies, startAfter }: NewJobs<Name>,
): Promise<void> {
  if (bodies.length === 0) return
  const rows: JobRow<Name>[] = isChannel(name) ? bodies.map((body) => ({ bodies: [body] })) : [{ bodies }]
  await boss.insert(
    name,
    rows.map((data) => ({ data, ...(startAfter && { startAfter }) })),
    { db },
  )
}

/** A client or pool as the queue wants it. */
export function asDb(db: Pick<Transaction, 'query'>): Db {
  return { executeSql: (text, values) => db.query(text, values) }
}
