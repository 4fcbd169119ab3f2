import type { Transaction } from '../db/pool.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'

/** Draws a version for a full name that is newer than all others. Nobody else can join until the transaction ends. */
export async function drawNameVersion(tx: Transaction): Promise<number> {
  const { updates } = await lockAndReadCounter(tx)
  await advanceCounter(tx, { entries: 0, updates: 1 })
  return updates + 1
}
