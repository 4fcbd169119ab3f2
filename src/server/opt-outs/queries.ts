import type { Queryable } from '../db/pool.ts'

/** False if the entry was opted out already. Erased people get a row too: it names nobody. */
export async function insertOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('insert into mail_opt_outs (entry_id) values ($1) on conflict do nothing', [
    entryId,
  ])
  return rowCount === 1
}

/** False if the entry was not opted out. */
export async function deleteOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_opt_outs where entry_id = $1', [entryId])
  return rowCount === 1
}
