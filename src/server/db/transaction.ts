import type pg from 'pg'
import type { Transaction } from './pool.ts'
import { isReadOnly, isTakenAlong } from './sqlstate.ts'

/** Ends a transaction in the same round trip as the statements that were sent just before: wait for it with them. */
export type Commit = () => Promise<void>

/**
 * Runs `work` in one transaction: committed when it resolves, unless it has called `commit` itself, and rolled back when
 * it throws before that.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction, commit: Commit) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await transact(client, work, (cause) => (broken = cause))
  } finally {
    client.release(broken)
  }
}

/** The same on a client one has. `onBroken` is told when that is of no more use. */
export async function transact<Result>(
  client: pg.ClientBase,
  work: (tx: Transaction, commit: Commit) => Promise<Result>,
  onBroken: (error: Error) => void = () => {},
): Promise<Result> {
  let committed: Promise<void> | undefined
  const commit = () => (committed ??= client.query('commit').then(() => {}))
  try {
    // The first statements of the work are on their way before the answer to this one.
    const [, result] = await together([client.query('begin'), work(client, commit)])
    await commit()
    return result
  } catch (error) {
    // A server that can only be read will stay so: another connection may lead to one that can be written to.
    if (isReadOnly(error)) onBroken(error as Error)
    // After a statement that failed, PostgreSQL takes `commit` for `rollback`.
    await (committed ?? client.query('rollback')).catch(onBroken)
    throw error
  }
}

/** Waits for statements that were sent together. What fails is the one that broke, not those that it took along. */
export async function together<Results extends readonly unknown[]>(statements: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  const outcomes = await Promise.allSettled(statements)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)
  if (failures.length > 0) throw failures.find((error) => !isTakenAlong(error)) ?? failures[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
