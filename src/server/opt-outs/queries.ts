import type { Queryable } from '../db/pool.ts'
import { isOnList } from '../people/is-on-list.ts'

/** False if the entry was opted out already, or is erased: erased people get no mail, and leave no row. */
export async function insertOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into mail_opt_outs (entry_id) select $1 where ${isOnList('$1::uuid')} on conflict do nothing`,
    [entryId],
  )
  return rowCount === 1
}

/** False if the entry was not opted out. */
export async function deleteOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_opt_outs where entry_id = $1', [entryId])
  return rowCount === 1
}
