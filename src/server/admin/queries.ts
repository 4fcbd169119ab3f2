import type { ListedAccount, OwnAccount, OwnSessions } from '#shared/owner/accounts.ts'
import { STATE } from '../accounts/accounts.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

/** A session ends this long after signing in, even while it is in use. */
const LONGEST_DAYS = 30

/**
 * SQL: whether the session `s` is open. A session ends when it expires, when its account is disabled, or when the
 * account gets a new generation.
 */
const IS_OPEN = `s.expires_at > now() and s.created_at > now() - interval '${LONGEST_DAYS} days' and exists (
  select from accounts a where a.id = s.account_id and a.generation = s.generation and a.disabled_at is null)`

export type NewSession = {
  id: string
  tokenHash: Buffer
  accountId: string
  generation: number
  device: string
  seconds: number
}

/** Inserts a session and deletes the sessions that are over. */
export async function insertSession(
  db: Queryable,
  { id, tokenHash, accountId, generation, device, seconds }: NewSession,
): Promise<void> {
  await db.query(
    `with gone as (delete from admin_sessions s where not (${IS_OPEN}))
     insert into admin_sessions (id, token_hash, account_id, generation, device, expires_at)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`,
    [id, tokenHash, accountId, generation, device, seconds],
  )
}

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('delete from admin_sessions where token_hash = $1', [tokenHash])
}

/** `left`: seconds until the session expires. `proven`: seconds since the last proof. */
export type SessionRow = OwnAccount & { session: string; left: number; proven: number }

/** Null for a session that is over or never existed. */
export async function readSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>(
    `select a.id, a.name, a.email, a.role, s.id as session,
       extract(epoch from s.expires_at - now())::float8 as left, extract(epoch from now() - s.proven_at)::float8 as proven
     from admin_sessions s join accounts a on a.id = s.account_id where s.token_hash = $1 and ${IS_OPEN}`,
    [tokenHash],
  )
  return rows[0] ?? null
}

export async function isOpen(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(`select from admin_sessions s where id = $1 and ${IS_OPEN}`, [id])).rowCount === 1
}

export async function extendSession(
  db: Queryable,
  { tokenHash, seconds }: { tokenHash: Buffer; seconds: number },
): Promise<void> {
  await db.query(
    `update admin_sessions set expires_at = now() + $2 * interval '1 second', used_at = now() where token_hash = $1`,
    [tokenHash, seconds],
  )
}

export async function proveSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('update admin_sessions set proven_at = now() where token_hash = $1', [tokenHash])
}

export async function findOpenSessions(db: Queryable, tokenHashes: Buffer[]): Promise<Buffer[]> {
  const { rows } = await db.query<{ token_hash: Buffer }>(
    `select token_hash from admin_sessions s where token_hash = any($1) and ${IS_OPEN}`,
    [tokenHashes],
  )
  return rows.map(({ token_hash }) => token_hash)
}

/**
 * All accounts, with the number of their sessions, the number of their passkeys for this host, and the time of their
 * last use.
 */
export async function listAccounts(db: Queryable, host: string | null): Promise<ListedAccount[]> {
  const { rows } = await db.query<ListedAccount>(
    `select a.id, a.name, a.email, a.role, ${STATE} as state, count(s.id)::int as sessions,
       (select count(*) from passkeys p where p.account_id = a.id and p.host = $1)::int as passkeys,
       ${instant('max(s.used_at)')} as used_at
     from accounts a left join admin_sessions s on s.account_id = a.id and ${IS_OPEN}
     group by a.id order by a.is_first desc, a.created_at, a.id`,
    [host],
  )
  return rows
}

export async function listSessions(
  db: Queryable,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<OwnSessions['sessions']> {
  const { rows } = await db.query<OwnSessions['sessions'][number]>(
    `select s.id, s.device, ${instant('s.created_at')} as created_at, ${instant('s.used_at')} as used_at, s.id = $2 as is_this
     from admin_sessions s where s.account_id = $1 and ${IS_OPEN} order by s.used_at desc`,
    [accountId, sessionId],
  )
  return rows
}

/** False if the account has no such session. */
export async function endSession(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await db.query('delete from admin_sessions where id = $1 and account_id = $2', [id, accountId])
  return rowCount === 1
}
