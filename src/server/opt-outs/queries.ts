import type { Queryable } from '../db/pool.ts'

/** Somebody who is not on the list any more has a row all the same: it says nothing about anybody. */
export async function insertOptOut(db: Queryable, entryId: string): Promise<void> {
  await db.query('insert into mail_opt_outs (entry_id) values ($1) on conflict do nothing', [entryId])
}

export async function deleteOptOut(db: Queryable, entryId: string): Promise<void> {
  await db.query('delete from mail_opt_outs where entry_id = $1', [entryId])
}
