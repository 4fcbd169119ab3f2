import { randomBytes } from 'node:crypto'
import type { Queryable } from './pool.ts'
import { insertSetting, readSetting } from './settings.ts'

export async function ensureSecret(db: Queryable, key: string): Promise<string> {
  await insertSetting(db, key, randomBytes(32).toString('base64url'))
  return (await readSetting(db, key))!
}

export function secretInSql(key: string): string {
  return `(select value #>> '{}' from settings where key = '${key}')`
}
