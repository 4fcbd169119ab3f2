import type pg from 'pg'
import { ConnectionError } from './client.ts'
import type { Transaction } from './pool.ts'
import { isReadOnly, isTakenAlong } from './sqlstate.ts'

/** Commits in the same round trip as the statements sent just before. Await it together with them. */
export type Commit = () => Promise<void>

/** The connection was lost after the commit was sent, so the transaction may be committed. */
export class UnconfirmedError extends ConnectionError {
  override name = 'UnconfirmedError'
}

/**
 * Runs `work` in one transaction. It commits when `work` resolves, unless `work` has called `commit` itself, and rolls
 * back when `work` throws before that.
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

/** Like `inTransaction`, but on a given client. Calls `onBroken` when that client is no longer usable. */
export async function transact<Result>(
  client: pg.ClientBase,
  work: (tx: Transaction, commit: Commit) => Promise<Result>,
  onBroken: (error: Error) => void = () => {},
): Promise<Result> {
  let committed: Promise<void> | undefined
  const commit = () => (committed ??= client.query('commit').then(() => {}))
  try {
    // The first statements of `work` are sent before PostgreSQL answers `begin`.
    const [, result] = await together([client.query('begin'), work(client, commit)])
    await commit()
    return result
  } catch (error) {
    // A read-only server stays read-only for a while: a new connection may lead to a writable one.
    if (isReadOnly(error)) onBroken(error as Error)
    // After a failed statement, PostgreSQL treats `commit` as `rollback`.
    await (committed ?? client.query('rollback')).catch(onBroken)
    throw committed !== undefined && isLost(error)
      ? new UnconfirmedError('The commit was not answered', { cause: error })
      : error
  }
}

function isLost(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof Error && error.cause instanceof ConnectionError)
}

/**
 * Waits for statements that were sent together. Throws the error of the statement that failed first, not of those that
 * failed because of it.
 */
export async function together<Results extends readonly unknown[]>(statements: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  const outcomes = await Promise.allSettled(statements)
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason)
  if (failures.length > 0) throw failures.find((error) => !isTakenAlong(error)) ?? failures[0]
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results
}
