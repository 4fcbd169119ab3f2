import { randomBytes } from 'node:crypto'
import type { Queryable } from './pool.ts'

/** A random secret that all servers on this database share, under its key in `settings`; made when first asked for. */
export async function ensureSecret(db: Queryable, key: string): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  await db.query('insert into settings (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing', [
    key,
    made,
  ])
  const { rows } = await db.query<{ secret: string }>(`select value #>> '{}' as secret from settings where key = $1`, [
    key,
  ])
  return rows[0]!.secret
}
