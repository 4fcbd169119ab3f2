import type { Transaction } from '../db/pool.ts'

/**
 * Runs `work`, which changes the standing or the positions of these entries. Pass every entry that it changes,
 * including the referrers that it moves. Call this with the counter locked.
 */
export async function keepRanks<Result>(
  _tx: Transaction,
  _entryIds: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  return work()
}
