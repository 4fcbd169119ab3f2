import type { Transaction } from '../db/pool.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/counter.ts'

/** For a full name that is newer than all before. From here to the end of the transaction nobody joins. */
export async function drawNameVersion(tx: Transaction): Promise<number> {
  const { updates } = await lockAndReadCounter(tx)
  await advanceCounter(tx, { entries: 0, updates: 1 })
  return updates + 1
}
