import type { Queryable } from '../db/pool.ts'
import { livingOf } from '../people/living.ts'

/** False if the entry was opted out already, or is erased. */
export async function insertOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into mail_opt_outs (entry_id) select id from (${livingOf('select $1::uuid')}) as living on conflict do nothing`,
    [entryId],
  )
  return rowCount === 1
}

/** False if the entry was not opted out. */
export async function deleteOptOut(db: Queryable, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_opt_outs where entry_id = $1', [entryId])
  return rowCount === 1
}

export async function forgetOptOuts(db: Queryable, entryIds: string[]): Promise<void> {
  await db.query('delete from mail_opt_outs where entry_id = any($1)', [entryIds])
}
