import type { Queryable } from '../../db/pool.ts'

/** Allows mails and other deliveries to an imported person. Has no effect on other people. */
export async function endQuiet(db: Queryable, id: string): Promise<void> {
  await db.query('update waitlist_entries set is_quiet = false where id = $1 and is_quiet', [id])
}
