import type { Queryable } from '../db/pool.ts'

/** Whether this person wants no more mail. */
export async function isOptedOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rows } = await db.query('select from mail_opt_outs where entry_id = $1', [entryId])
  return rows.length === 1
}
