import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BACKGROUND_HEADER, Proof, SessionState, SignIn } from '#shared/admin.ts'
import { hasRole } from '#shared/accounts.ts'
import { paths } from '#shared/paths.ts'
import { requireRight } from '../accounts/rights.ts'
import { accountOf, rememberSignedIn, signedInOf } from '../accounts/signed-in.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import type { CheckPasswords } from './check-passwords.ts'
import {
  labelOf,
  readBrowser,
  readSession,
  removeSession,
  writeBrowser,
  writeSession,
} from '../http/session-cookies.ts'
import { type OpenSession, SESSION_SECONDS, type Sessions } from './sessions.ts'

/** `publicUrl`: the origin of the site as visitors reach it. */
type Dependencies = {
  sessions: Sessions
  passwords: CheckPasswords
  publicUrl: () => string
  hasSeveralAccounts: () => Promise<boolean>
  refuseOthers: RefuseOthers
}

/** Signs the browser of a request in to an account, after another proof than a password. Its former session ends. */
export type BeginSession = (request: FastifyRequest, reply: FastifyReply, accountId: string) => Promise<void>
/** A hook that refuses requests from other sites. */
export type RefuseOthers = (request: FastifyRequest) => Promise<void>

type Browser = Pick<Dependencies, 'sessions' | 'publicUrl'>

export function createBeginSession({ sessions, publicUrl }: Browser): BeginSession {
  return async (request, reply, accountId) => {
    const session = await sessions.openFor(accountId, deviceOf(request))
    if (!session) throw new AppError('unauthorized')
    await giveSession({ sessions, publicUrl }, { request, reply, session })
  }
}

type Given = { request: FastifyRequest; reply: FastifyReply; session: OpenSession }

async function giveSession({ sessions, publicUrl }: Browser, { request, reply, session }: Given) {
  const isSecure = publicUrl().startsWith('https:')
  const former = readSession(request)
  if (former) await sessions.close(former)
  writeSession(reply, session.token, { isSecure, seconds: SESSION_SECONDS })
  writeBrowser(reply, session.browser, { isSecure })
}

export function sessionRoutes(
  app: App,
  { sessions, passwords, publicUrl, hasSeveralAccounts, refuseOthers }: Dependencies,
) {
  app.post(
    paths.api.adminSession,
    { schema: { body: SignIn, response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const { email = '', password, proof = null } = request.body
      const login = { email: email.trim().toLowerCase() || null, password, device: deviceOf(request) }
      const known = readBrowser(request)
      const browser = known && (await sessions.isRecognised(known, login.email)) ? known : null
      const session = await passwords.signIn({ login, ip: request.ip, browser, proof })
      if (!session) throw new AppError('wrong-password')
      await giveSession({ sessions, publicUrl }, { request, reply, session })
      return reply.code(204).send(null)
    },
  )

  app.get(paths.api.adminSession, { schema: { response: { 200: SessionState } } }, async (request, reply) => {
    const token = readSession(request)
    const session = token ? await sessions.check(token, { byPerson: false }) : null
    return reply.header('cache-control', 'no-store').send({
      authenticated: session !== null,
      asks_email: await hasSeveralAccounts(),
      account: session?.account ?? null,
      proven: session?.isProven ?? false,
    })
  })

  app.delete(
    paths.api.adminSession,
    { schema: { response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const token = readSession(request)
      if (token) await sessions.close(token)
      removeSession(reply, { isSecure: publicUrl().startsWith('https:') })
      return reply.code(204).send(null)
    },
  )
}

/** Proves again who uses the session. Register it where a session is required. */
export function proofRoute(app: App, { passwords }: Pick<Dependencies, 'passwords'>) {
  app.post(paths.api.adminProof, { schema: { body: Proof, response: { 204: z.null() } } }, async (request, reply) => {
    const attempt = { token: readSession(request)!, accountId: accountOf(request).id, ...request.body }
    if (!(await passwords.prove(attempt))) throw new AppError('wrong-proof')
    return reply.code(204).send(null)
  })
}

/**
 * Throws an AppError unless the password is that of the session's account, or without a password, unless the last proof is
 * recent.
 */
type RequireProof = (request: FastifyRequest, password: string | undefined) => Promise<void>

export function createRequireProof({ prove }: CheckPasswords): RequireProof {
  return async (request, password) => {
    const { account, isProven } = signedInOf(request)
    if (password === undefined) {
      if (isProven) return
      throw new AppError('password-needed')
    }
    const isRight = await prove({ token: readSession(request)!, accountId: account.id, password })
    if (!isRight) throw new AppError('wrong-proof')
  }
}

/** The hook of every route of the dashboard: it requires a session, and the right of the route. */
export function requireSession({ sessions, publicUrl }: Pick<Dependencies, 'sessions' | 'publicUrl'>) {
  const isSecureNow = () => publicUrl().startsWith('https:')
  const refuseOthers = refuseOtherSites(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOthers(request)
    const token = readSession(request)
    const byPerson = request.headers[BACKGROUND_HEADER] === undefined && !isLive(request)
    const session = token ? await sessions.check(token, { byPerson }) : null
    if (!token || !session) throw new AppError('unauthorized')
    if (session.isExtended) writeSession(reply, token, { isSecure: isSecureNow(), seconds: SESSION_SECONDS })
    reply.header('cache-control', 'no-store')
    const right = request.routeOptions.config.right!
    const mayGoOn = async () => {
      const now = await sessions.check(token, { byPerson: false })
      return now !== null && hasRole(now.account.role, right.role)
    }
    rememberSignedIn(request, { ...session, label: labelOf(token), mayGoOn })
    requireRight(request, right)
  }
}

/** The browser as it names itself, for the list of sessions. */
function deviceOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? ''
}

/** A browser reopens a live connection by itself, again and again. */
function isLive({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream'
}

/**
 * SameSite keeps other sites from using the cookie, but not other services under the same domain. A browser that does
 * not name the requesting site sends an origin instead: it must be the public origin or the one that was called.
 */
export function refuseOtherSites(publicUrl: () => string) {
  return async ({ method, headers, host }: FastifyRequest): Promise<void> => {
    const { 'sec-fetch-site': site, origin } = headers
    const isOurs = site
      ? site === 'same-origin'
      : origin === undefined || origin === publicUrl() || origin.replace(/^https?:\/\//, '') === host
    if (method !== 'GET' && !isOurs) throw new AppError('forbidden')
  }
}
