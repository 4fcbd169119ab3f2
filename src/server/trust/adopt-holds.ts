import type pg from 'pg'
import { transact } from '../db/transaction.ts'
import { lockCounter } from '../listing/counter.ts'
import { found } from './signals.ts'
import * as queries from './queries.ts'

/**
 * Gives each hold of the rules that has no signals the one that was the only one when they were not stored: a server of
 * an earlier version opened it. Changes nothing if there is none.
 */
export function adoptHolds(client: pg.ClientBase): Promise<void> {
  return transact(client, async (tx) => {
    await lockCounter(tx)
    const ids = await queries.findWithoutSignals(tx)
    await queries.insertSignals(
      tx,
      ids.map((entry_id) => ({ entry_id, ...found('trap') })),
    )
  })
}
