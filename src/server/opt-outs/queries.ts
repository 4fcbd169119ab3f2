import type { Queryable } from '../db/pool.ts'

/** False where there was one. People who are not on the list any more have a row all the same: it names nobody. */
export async function insertOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('insert into mail_opt_outs (entry_id) values ($1) on conflict do nothing', [
    entryId,
  ])
  return rowCount === 1
}

/** False where there was none. */
export async function deleteOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_opt_outs where entry_id = $1', [entryId])
  return rowCount === 1
}
