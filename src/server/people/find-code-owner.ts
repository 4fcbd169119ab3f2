import type { Queryable } from '../db/pool.ts'

/** The entry that was handed this code; null if the code belongs to nobody. The code must be normalized. */
export async function findCodeOwner(db: Queryable, code: string): Promise<string | null> {
  const { rows } = await db.query<{ entry_id: string }>('select entry_id from referral_codes where code = $1', [code])
  return rows[0]?.entry_id ?? null
}
