import type { Transaction } from '../db/pool.ts'
import { keepRanks } from '../places/keep-ranks.ts'

/** Runs `work`, which changes the standing of these entries, and updates their ranks and those of their referrers. */
export async function keepStanding<Result>(
  tx: Transaction,
  ids: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await tx.query<{ id: string }>(
    'select distinct referrer_id as id from credits where friend_id = any($1)',
    [ids],
  )
  return keepRanks(tx, [...new Set([...ids, ...rows.map(({ id }) => id)])], work)
}
