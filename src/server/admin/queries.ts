import type { Queryable } from '../db/pool.ts'
import { insertSetting, readSetting, replaceSetting } from '../db/settings.ts'

const KEY = 'admin-password'

/** Null before the first start. */
export function readPasswordHash(db: Queryable): Promise<string | null> {
  return readSetting(db, KEY)
}

/** False when there is a hash already: when two servers start at once, only one server's password is stored. */
export function insertPasswordHash(db: Queryable, hash: string): Promise<boolean> {
  return insertSetting(db, KEY, hash)
}

export function replacePasswordHash(db: Queryable, hash: string): Promise<void> {
  return replaceSetting(db, KEY, hash)
}

/** Changing the password ends the sessions that the earlier one opened. */
const IS_OPEN = `expires_at > now() and password = (select value from settings where key = '${KEY}')`

/** Also deletes expired sessions. */
export async function insertSession(
  db: Queryable,
  { tokenHash, passwordHash, seconds }: { tokenHash: Buffer; passwordHash: string; seconds: number },
): Promise<void> {
  await db.query(
    `with gone as (delete from admin_sessions where not (${IS_OPEN}))
     insert into admin_sessions (token_hash, password, expires_at) values ($1, $2, now() + $3 * interval '1 second')`,
    [tokenHash, JSON.stringify(passwordHash), seconds],
  )
}

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('delete from admin_sessions where token_hash = $1', [tokenHash])
}

/** Null for a session that is over or never existed. */
export async function readSecondsLeft(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number }>(
    `select extract(epoch from expires_at - now())::float8 as seconds from admin_sessions
     where token_hash = $1 and ${IS_OPEN}`,
    [tokenHash],
  )
  return rows[0]?.seconds ?? null
}

export async function extendSession(
  db: Queryable,
  { tokenHash, seconds }: { tokenHash: Buffer; seconds: number },
): Promise<void> {
  await db.query(`update admin_sessions set expires_at = now() + $2 * interval '1 second' where token_hash = $1`, [
    tokenHash,
    seconds,
  ])
}

export async function findOpenSessions(db: Queryable, tokenHashes: Buffer[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ token_hash: Buffer }>(
    `select token_hash from admin_sessions where token_hash = any($1) and ${IS_OPEN}`,
    [tokenHashes],
  )
  return rows.map(({ token_hash }) => token_hash)
}
