import type { Db, PgBoss } from 'pg-boss'
import type { Transaction } from '../db/pool.ts'
import type { JobName, JobRow, Jobs } from './jobs.ts'

/** Call with the transaction that makes the job true, so neither can exist without the other. */
export type Enqueue = <Name extends JobName>(tx: Transaction, name: Name, bodies: Jobs[Name][]) => Promise<void>

export function createEnqueue(boss: PgBoss): Enqueue {
  return (tx, name, bodies) =>
    insertJob(boss, { executeSql: (text, values) => tx.query(text, values) }, { name, bodies })
}

/** All bodies of one call become one row: what a batch of joins leaves to do costs the same as one join's. */
export async function insertJob<Name extends JobName>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  const data: JobRow<Name> = { bodies }
  await boss.insert(name, [{ data }], { db })
}
