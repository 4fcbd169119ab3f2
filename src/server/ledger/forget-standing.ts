import type { Transaction } from '../db/pool.ts'
import { keepStanding } from './keep-standing.ts'
import { settleCredits } from './settle-credits.ts'
import { touchEntries } from './touch-entries.ts'

/**
 * Deletes the decisions about these entries, which the same transaction has marked as erased. Of the credits that they
 * gave, those that counted still count unless they are void, those that waited may count later, and all others never
 * count. Their referrers count as changed. Call this with the counter locked.
 */
export async function forgetStanding(tx: Transaction, ids: string[]): Promise<void> {
  await keepStanding(tx, ids, async () => {
    await tx.query('delete from holds where entry_id = any($1)', [ids])
    await tx.query(
      `update waitlist_entries set is_rejected = false, is_doubtful = false, is_accepted = false, updated_at = now()
       where id = any($1) and (is_rejected or is_doubtful or is_accepted)`,
      [ids],
    )
    await settleCredits(tx, ids)
  })
  // Their places, which may be open, show these friends.
  const { rows } = await tx.query<{ id: string }>('select referrer_id as id from credits where friend_id = any($1)', [
    ids,
  ])
  await touchEntries(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Moves the credits of these erased entries to their new ids. */
export async function moveCredits(
  tx: Transaction,
  { ids, tombstones }: { ids: string[]; tombstones: string[] },
): Promise<void> {
  const moves = 'unnest($1::uuid[], $2::uuid[]) as m (id, tombstone)'
  for (const column of ['friend_id', 'referrer_id'])
    await tx.query(`update credits c set ${column} = m.tombstone from ${moves} where c.${column} = m.id`, [
      ids,
      tombstones,
    ])
}
