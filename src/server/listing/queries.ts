import type { Transaction } from '../db/pool.ts'
import { UNSETTLED } from './log/unread.ts'

/** Or will be once the listing has followed the log. */
export async function isAllListed(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ is_listed: boolean }>(
    `select entries = (select count(*) from entry_listing) + (select count(*) from waitlist_entries e
         where e.id in (${UNSETTLED}) and erased_at is null and not exists (select from entry_listing where entry_id = e.id))
       as is_listed
     from waitlist_counter where id = 1`,
  )
  return rows[0]!.is_listed
}

export async function findUnlisted(tx: Transaction, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from waitlist_entries e
     where erased_at is null and not exists (select from entry_listing where entry_id = id)
       and id not in (${UNSETTLED}) limit $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}
