import { randomBytes } from 'node:crypto'
import type { Queryable } from './pool.ts'
import { insertSetting, readSetting } from './settings.ts'

/**
 * A random secret that all servers on this database share, stored under `key` in the table `settings`. The first call
 * creates it.
 */
export async function ensureSecret(db: Queryable, key: string): Promise<string> {
  await insertSetting(db, key, randomBytes(32).toString('base64url'))
  return (await readSetting(db, key))!
}

/** SQL for this secret as text; null if it does not exist yet. */
export function secretInSql(key: string): string {
  return `(select value #>> '{}' from settings where key = '${key}')`
}
