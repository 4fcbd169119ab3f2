import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetNotifications } from '../deliveries/erasing/forget-deliveries.ts'
import { adoptWaitingNames } from '../deliveries/names-in-jobs.ts'
import { forgetEntries } from '../joining/forget-entries.ts'
import { keepAsRequests, hasUnconfirmed, lockUnconfirmed, moveWaitingAnswers } from '../joining/stored/unconfirmed.ts'
import { forgetStanding, moveCredits } from '../ledger/forget-standing.ts'
import { advanceCounter, lockCounter } from '../listing/rows/counter.ts'
import { forgetListings } from '../listing/forget-listings.ts'
import type { Journal } from './journal.ts'
import { insertErasures } from './queries.ts'

/**
 * Turns the entries that an earlier version made for people who have not confirmed their address into requests. The
 * rows stay as tombstones with new ids. A request keeps the id of its entry, so that mailed links still work. This code
 * can be removed once no server of that version runs beside this one.
 */
export type TurnIntoRequests = (pool: pg.Pool) => Promise<void>

type Dependencies = {
  journal: Journal
  alsoForget: ((tx: Transaction, ids: string[]) => Promise<void>)[]
  /** Moves the log of acts about these entries to their tombstones. */
  moveActs: (tx: Transaction, moves: { ids: string[]; tombstones: string[] }) => Promise<void>
}

export function createTurnIntoRequests({ journal, alsoForget, moveActs }: Dependencies): TurnIntoRequests {
  return async (pool) => {
    if (!(await hasUnconfirmed(pool))) return
    await adoptWaitingNames(pool)
    while ((await inTransaction(pool, turnSome)) > 0);
  }

  async function turnSome(tx: Transaction): Promise<number> {
    await lockCounter(tx)
    await moveWaitingAnswers(tx)
    const entries = await lockUnconfirmed(tx)
    if (entries.length === 0) return 0
    const [ids, tombstones] = [entries.map(({ id }) => id), entries.map(({ tombstone }) => tombstone)]
    for (const forgetMore of alsoForget) await forgetMore(tx, ids)
    // Unconfirmed entries have no rank, so nobody else moves up.
    await forgetEntries(tx, ids)
    await forgetStanding(tx, ids)
    await forgetListings(tx, ids)
    await forgetNotifications(tx, ids)
    await moveCredits(tx, { ids, tombstones })
    await moveActs(tx, { ids, tombstones })
    await keepAsRequests(tx, entries)
    await insertErasures(tx, tombstones)
    await advanceCounter(tx, { entries: 0, updates: entries.length })
    await journal.append(tombstones)
    return entries.length
  }
}
