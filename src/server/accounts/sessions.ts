import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { hasRole, type OwnAccount, type OwnSessions, PROOF_MINUTES, type Right } from '#shared/owner/accounts.ts'
import { AppError } from '../base/errors.ts'
import type { Credentials } from './password.ts'
import type { FastifyRequest } from 'fastify'
import { findRows, hasRows, instant, type Queryable } from '../db/query.ts'
import type { App } from '../http/route.ts'

/** After the last thing that a person did. */
export const SESSION_SECONDS = 12 * 60 * 60
/** After signing in, even while the session is in use. */
const LONGEST_DAYS = 30
const EXTEND_AFTER_SECONDS = 60
const LONGEST_DEVICE = 300

/** SQL: whether the session `s` is open. A new generation of its account ends it. */
export const IS_OPEN = `s.expires_at > now() and s.created_at > now() - interval '${LONGEST_DAYS} days' and exists (
  select from accounts a where a.id = s.account_id and a.generation = s.generation and a.disabled_at is null)`

/**
 * Returns the token, of which the database has the hash. `account`: as read before its password was checked, so that a
 * change meanwhile voids the session.
 */
export async function openSession(
  db: Queryable,
  { account, device }: { account: Credentials; device: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `with gone as (delete from admin_sessions s where not (${IS_OPEN}))
     insert into admin_sessions (id, token_hash, account_id, generation, device, expires_at)
     values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`,
    [randomUUIDv7(), hashOf(token), account.id, account.generation, device.slice(0, LONGEST_DEVICE), SESSION_SECONDS],
  )
  return token
}

type CheckedSession = { account: OwnAccount; sessionId: string; isProven: boolean; isExtended: boolean }

/** Null if it is over. `isExtended`: a person acted, so the cookie must be extended too. */
export async function checkSession(
  db: Queryable,
  token: string,
  { byPerson }: { byPerson: boolean },
): Promise<CheckedSession | null> {
  const { rows } = await db.query<OwnAccount & { session: string; left: number; proven: number }>(
    `select a.id, a.name, a.email, a.role, s.id as session,
       extract(epoch from s.expires_at - now())::float8 as left, extract(epoch from now() - s.proven_at)::float8 as proven
     from admin_sessions s join accounts a on a.id = s.account_id where s.token_hash = $1 and ${IS_OPEN}`,
    [hashOf(token)],
  )
  if (!rows[0]) return null
  const { left, proven, session, ...account } = rows[0]
  const isExtended = byPerson && left < SESSION_SECONDS - EXTEND_AFTER_SECONDS
  if (isExtended) await extendSession(db, token)
  return { account, sessionId: session, isProven: proven < PROOF_MINUTES * 60, isExtended }
}

async function extendSession(db: Queryable, token: string): Promise<void> {
  await db.query(
    `update admin_sessions set expires_at = now() + $2 * interval '1 second', used_at = now() where token_hash = $1`,
    [hashOf(token), SESSION_SECONDS],
  )
}

/** Lock the accounts before, so that the session cannot end before the transaction does. */
export async function requireOpen(tx: Queryable, id: string): Promise<void> {
  const { rowCount } = await tx.query(`select from admin_sessions s where id = $1 and ${IS_OPEN}`, [id])
  if (rowCount === 0) throw new AppError('unauthorized')
}

export async function proveSession(db: Queryable, token: string): Promise<void> {
  await db.query('update admin_sessions set proven_at = now() where token_hash = $1', [hashOf(token)])
}

export async function closeSession(db: Queryable, token: string): Promise<void> {
  await db.query('delete from admin_sessions where token_hash = $1', [hashOf(token)])
}

export async function findClosed(db: Queryable, tokens: string[]): Promise<string[]> {
  const { rows } = await db.query<{ token_hash: Buffer }>(
    `select token_hash from admin_sessions s where token_hash = any($1) and ${IS_OPEN}`,
    [tokens.map(hashOf)],
  )
  return tokens.filter((token) => !rows.some(({ token_hash }) => token_hash.equals(hashOf(token))))
}

export function listSessions(db: Queryable, { accountId, sessionId }: { accountId: string; sessionId: string }) {
  return findRows<OwnSessions['sessions'][number]>(
    db,
    `select s.id, s.device, ${instant('s.created_at')} as created_at, ${instant('s.used_at')} as used_at, s.id = $2 as is_this
     from admin_sessions s where s.account_id = $1 and ${IS_OPEN} order by s.used_at desc`,
    [accountId, sessionId],
  )
}

export function endSession(db: Queryable, { accountId, id }: { accountId: string; id: string }) {
  return hasRows(db, 'delete from admin_sessions where id = $1 and account_id = $2', [id, accountId])
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export type SignedIn = {
  account: OwnAccount
  sessionId: string
  isProven: boolean
  /** Does not reveal the token. */
  label: string
  /** Long responses ask repeatedly whether the session is open and has the role of the route. */
  mayGoOn: () => Promise<boolean>
}

export type Actor = { accountId: string; label: string; isProven: boolean }

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

export function rememberSignedIn(request: FastifyRequest, session: SignedIn) {
  signedIn.set(request, session)
}

export function signedInOf(request: FastifyRequest): SignedIn {
  const session = signedIn.get(request)
  if (!session) throw new Error(`${request.routeOptions.url} is not registered where a session is required`)
  return session
}

export function accountOf(request: FastifyRequest): OwnAccount {
  return signedInOf(request).account
}

export function actorOf(request: FastifyRequest): Actor {
  const { account, label, isProven } = signedInOf(request)
  return { accountId: account.id, label, isProven }
}

/** No route is open by mistake. Catch-all routes find nothing. */
export function requireRights(app: App) {
  app.addHook('onRoute', (route) => {
    const isCatchAll = route.url.endsWith('/*')
    if (!route.config?.right && !isCatchAll) throw new Error(`${String(route.method)} ${route.url} names no role`)
    route.config = { right: { role: 'reader' }, ...route.config }
  })
}

export function requireRight(request: FastifyRequest, { role, proof }: Right) {
  const { account, isProven } = signedInOf(request)
  if (!hasRole(account.role, role)) throw new AppError('role-needed')
  if (proof && !isProven) throw new AppError('password-needed')
}
