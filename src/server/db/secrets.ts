import { randomBytes } from 'node:crypto'
import type { Queryable } from './pool.ts'
import { insertSetting, readSetting } from './settings.ts'

/** A random secret that all servers on this database share, under its key in `settings`; made when first asked for. */
export async function ensureSecret(db: Queryable, key: string): Promise<string> {
  await insertSetting(db, key, randomBytes(32).toString('base64url'))
  return (await readSetting(db, key))!
}
