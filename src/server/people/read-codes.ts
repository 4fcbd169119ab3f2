import type { Queryable } from '../db/pool.ts'

export async function readCodes(db: Queryable, entryId: string): Promise<string[]> {
  const { rows } = await db.query<{ code: string }>('select code from referral_codes where entry_id = $1', [entryId])
  return rows.map(({ code }) => code)
}
