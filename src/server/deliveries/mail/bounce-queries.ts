import type { Db } from 'pg-boss'
import type { Queryable } from '../../db/pool.ts'
import { livingOf } from '../../people/living.ts'

/** Records that a mail server refuses an entry's address for good: no more mail goes there. */
export async function recordBounce(db: Queryable, entryId: string, reason: string): Promise<void> {
  await db.query(
    `insert into mail_bounces (entry_id, reason) select id, $2 from (${livingOf('$1')}) as living
     on conflict (entry_id) do update set reason = excluded.reason, created_at = now()`,
    [entryId, reason],
  )
}

/** Call this when an entry's address is corrected, or when the owner wants to try the same address again. */
export async function forgetBounce(db: Db, entryId: string): Promise<void> {
  await db.executeSql('delete from mail_bounces where entry_id = $1', [entryId])
}
