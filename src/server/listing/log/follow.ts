import type pg from 'pg'
import type { Transaction } from '../../db/pool.ts'
import { isDataError, isStatementError, isUnavailable, sqlState } from '../../db/sqlstate.ts'
import { inTransaction } from '../../db/transaction.ts'
import { listEntries } from '../rows/list-entries.ts'
import * as queries from './queries.ts'

/** The number of rows in one step. Larger steps cost less per row, but an erasure waits until a step ends. */
const MOST = 1_000
/** After a failure, the next step takes one eighth of the rows, until the row that fails is alone. */
const SMALLER = 8

/** Whether there is more to do after a step. Null if another server is following the log. */
export type Step = { isMore: boolean } | null

/** Lists the entries that the next rows of the log name. An entry that cannot be listed is set aside. */
export async function followNext(pool: pg.Pool, most = MOST): Promise<Step> {
  try {
    return await inTransaction(pool, (tx) => follow(tx, most))
  } catch (error) {
    if (!isOfEntry(error)) throw error
    if (most > 1) return followNext(pool, Math.ceil(most / SMALLER))
    return inTransaction(pool, async (tx) => {
      if (!(await lockForStep(tx))) return null
      await queries.setNextAside(tx, nameOf(error))
      return { isMore: true }
    })
  }
}

/** Does one step inside the caller's transaction. Throws if an entry cannot be listed. */
export async function follow(tx: Transaction, most = MOST): Promise<Step> {
  if (!(await lockForStep(tx))) return null
  const pending = await queries.readPending(tx, most)
  const last = pending.at(-1)
  if (!last) return { isMore: false }
  const ids = [...new Set(pending.map(({ entry_id }) => entry_id))]
  await listEntries(tx, ids)
  await queries.advanceReader(tx, last.sequence, ids)
  return { isMore: pending.length === most }
}

/** Tries again to list the entries that were set aside. Returns how many still cannot be listed. */
export async function followSetAside(pool: pg.Pool): Promise<number> {
  const ids = await queries.readSetAside(pool, MOST)
  let failed = 0
  for (const id of ids) {
    const listing = inTransaction(pool, async (tx) => {
      await queries.lockReader(tx, { waits: true })
      await listEntries(tx, [id])
      await queries.dropSetAside(tx, [id])
    })
    await listing.catch((error: unknown) => {
      if (!isOfEntry(error)) throw error
      failed += 1
    })
  }
  return failed
}

/**
 * A server of the previous version may lock rows of the sums in another order. The short timeout lets that server go
 * first, so that its joins do not wait. The other settings keep statistics from a short list from making a step read a
 * whole table.
 */
const SETTINGS = `set local lock_timeout = '250ms'; set local enable_seqscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off`

async function lockForStep(tx: Transaction): Promise<boolean> {
  if (!(await queries.lockReader(tx, { waits: false }))) return false
  await tx.query(SETTINGS)
  return true
}

/** Whether the data of an entry made a step fail, so that a retry would fail too. */
function isOfEntry(error: unknown): boolean {
  return isDataError(error) || !(isStatementError(error) || isUnavailable(error))
}

/** A name for the error. Unlike the message, it contains no values of the entry. */
function nameOf(error: unknown): string {
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}
