import type { Transaction } from '../db/pool.ts'
import { UNSETTLED } from './log/unread.ts'

/** Whether every entry is listed, or will be once the listing has followed the log. */
export async function isAllListed(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ is_listed: boolean }>(
    `select entries = (select count(*) from entry_listing) + (select count(*) from waitlist_entries e
         where e.id in (${UNSETTLED}) and erased_at is null and not exists (select from entry_listing where entry_id = e.id))
       as is_listed
     from waitlist_counter where id = 1`,
  )
  return rows[0]!.is_listed
}
