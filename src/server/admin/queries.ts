import type { Queryable } from '../db/pool.ts'

const KEY = 'admin-password'

/** Null before the first start. */
export async function readPasswordHash(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ value: string }>('select value from settings where key = $1', [KEY])
  return rows[0]?.value ?? null
}

/** False when there is a hash already: of two servers that start at once, one's password counts. */
export async function insertPasswordHash(db: Queryable, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do nothing',
    [KEY, JSON.stringify(hash)],
  )
  return rowCount === 1
}

export async function replacePasswordHash(db: Queryable, hash: string): Promise<void> {
  await db.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [KEY, JSON.stringify(hash)],
  )
}
