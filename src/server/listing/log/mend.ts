import type pg from 'pg'
import { inTransaction, transact } from '../../db/transaction.ts'
import { lockCounter, recountEntries } from '../rows/counter.ts'
import { listEntries } from '../rows/list-entries.ts'
import { recountRollups } from '../rows/rollups.ts'
import * as queries from './queries.ts'

/** The most entries that one transaction lists. */
const SLICE = 1_000

/**
 * Recounts the rollups and the number of entries. Call this after a server of the previous version has added people: if
 * that server changed an entry that was not listed yet, the rollups are wrong. Joins wait only while the entries are
 * counted.
 */
export async function mendSums(pool: pg.Pool, unlogged: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await queries.lockReader(tx, { waits: true })
    await tx.query(`set local statement_timeout = '10min'`)
    await queries.dropGone(tx)
    await recountRollups(tx)
  })
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await recountEntries(tx)
    await queries.keepUnlogged(tx, unlogged)
  })
}

/**
 * Lists every entry again, in slices, and recounts the rollups, while people join. Returns the number of listed
 * entries.
 */
export async function renewBesideJoins(client: pg.ClientBase): Promise<number> {
  let total = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await transact(client, async (tx) => {
      await queries.lockReader(tx, { waits: true })
      const slice = await queries.readIdsAfter(tx, after, SLICE)
      await listEntries(tx, slice)
      return slice
    })
    total += ids.length
    if (ids.length < SLICE) break
    after = ids.at(-1)!
  }
  await transact(client, async (tx) => {
    await queries.lockReader(tx, { waits: true })
    await queries.dropGone(tx)
    await recountRollups(tx)
  })
  await transact(client, async (tx) => {
    await lockCounter(tx)
    await recountEntries(tx)
  })
  return total
}
