import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'
import type { SessionState } from '#shared/owner/admin.ts'
import { BACKGROUND_HEADER } from '#shared/values/header-names.ts'
import { hasRole } from '#shared/owner/accounts.ts'
import { passkeyHost } from '#shared/owner/passkeys.ts'
import { AppError } from '../base/errors.ts'
import { isFromHere } from '../http/is-from-here.ts'
import { type App, route } from '../http/route.ts'
import { labelOf, readSession, removeSession, writeSession } from '../http/session-cookies.ts'
import { checkGuess, checkProof, type Credentials, readCredentials } from './password.ts'
import {
  accountOf,
  checkSession,
  closeSession,
  openSession,
  proveSession,
  rememberSignedIn,
  requireRight,
  SESSION_SECONDS,
  signedInOf,
} from './sessions.ts'
import { findRow, type Queryable } from '../db/query.ts'
import type { AccountsContext } from './accounts.ts'

export function sessionRoutes(app: App, ctx: AccountsContext) {
  const options = { onRequest: refuseOtherSites(ctx) }

  route(
    app,
    ROUTES.signIn,
    async (request, reply) => {
      const { email = '', password } = request.body
      const guess = { email: email.trim().toLowerCase() || null, password, ip: request.ip }
      const account = await checkGuess(ctx, guess)
      if (!account) throw new AppError('wrong-password')
      await beginSession(ctx, { request, reply, account })
    },
    options,
  )

  route(app, ROUTES.session, async (request) => {
    const token = readSession(request)
    const session = token ? await checkSession(ctx.preparedPool, token, { byPerson: false }) : null
    return {
      authenticated: session !== null,
      ...(await findWaysIn(ctx.preparedPool, passkeyHost(ctx.publicUrl()))),
      account: session?.account ?? null,
      proven: session?.isProven ?? false,
    }
  })

  route(
    app,
    ROUTES.signOut,
    async (request, reply) => {
      const token = readSession(request)
      if (token) await closeSession(ctx.preparedPool, token)
      removeSession(reply, { isSecure: isSecure(ctx) })
    },
    options,
  )
}

export function proofRoute(app: App, ctx: AccountsContext) {
  route(app, ROUTES.prove, async (request) => {
    const account = await readCredentials(ctx.preparedPool, accountOf(request).id)
    const isProven = await checkProof(ctx, { account, password: request.body.password })
    if (!isProven) throw new AppError('wrong-proof')
    await proveSession(ctx.preparedPool, readSession(request)!)
  })
}

type Beginning = { request: FastifyRequest; reply: FastifyReply; account: Credentials }

/** The browser's former session ends. */
async function beginSession(ctx: AccountsContext, { request, reply, account }: Beginning): Promise<void> {
  const device = request.headers['user-agent'] ?? ''
  const token = await openSession(ctx.preparedPool, { account, device })
  const former = readSession(request)
  if (former) await closeSession(ctx.preparedPool, former)
  writeSession(reply, token, { isSecure: isSecure(ctx), seconds: SESSION_SECONDS })
}

export async function beginSessionOf(
  ctx: AccountsContext,
  { id, ...made }: Omit<Beginning, 'account'> & { id: string },
): Promise<void> {
  const account = await readCredentials(ctx.preparedPool, id)
  if (!account) throw new AppError('unauthorized')
  await beginSession(ctx, { ...made, account })
}

export function requireSession(ctx: AccountsContext) {
  const refuseOthers = refuseOtherSites(ctx)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOthers(request)
    const token = readSession(request)
    const byPerson = request.headers[BACKGROUND_HEADER] === undefined && !isLive(request)
    const session = token ? await checkSession(ctx.preparedPool, token, { byPerson }) : null
    if (!token || !session) throw new AppError('unauthorized')
    if (session.isExtended) writeSession(reply, token, { isSecure: isSecure(ctx), seconds: SESSION_SECONDS })
    reply.header('cache-control', 'no-store')
    const right = request.routeOptions.config.right!
    const mayGoOn = async () => {
      const now = await checkSession(ctx.preparedPool, token, { byPerson: false })
      return now !== null && hasRole(now.account.role, right.role)
    }
    rememberSignedIn(request, { ...session, label: labelOf(token), mayGoOn })
    requireRight(request, right)
  }
}

/** The session may have ended while the body was sent. */
export async function requireSessionStill(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && !(await signedInOf(request).mayGoOn())) throw new AppError('unauthorized')
}

/** A live connection is not an action of a person: browsers reopen it by themselves. */
function isLive({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream'
}

export function refuseOtherSites({ publicUrl }: Pick<AccountsContext, 'publicUrl'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method !== 'GET' && !isFromHere(request, publicUrl())) throw new AppError('forbidden')
  }
}

export function isSecure({ publicUrl }: Pick<AccountsContext, 'publicUrl'>): boolean {
  return publicUrl().startsWith('https:')
}

type WaysIn = Pick<SessionState, 'asks_email' | 'has_passkeys'>

async function findWaysIn(db: Queryable, host: string | null) {
  return (await findRow<WaysIn>(
    db,
    `select count(*) filter (where password is not null) > 1 as asks_email,
       coalesce(bool_or(disabled_at is null and exists (
         select from passkeys p where p.account_id = a.id and p.host = $1)), false) as has_passkeys
     from accounts a`,
    [host],
  ))!
}
