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

/** Keeps the secret unless there is one, and resolves to the one that counts: several servers may start at once. */
export async function ensureSecret(db: Queryable, secret: string): Promise<string> {
  await db.query(
    `insert into settings (key, value) values ('unsubscribe_secret', to_jsonb($1::text)) on conflict do nothing`,
    [secret],
  )
  const { rows } = await db.query<{ secret: string }>(
    `select value #>> '{}' as secret from settings where key = 'unsubscribe_secret'`,
  )
  return rows[0]!.secret
}
