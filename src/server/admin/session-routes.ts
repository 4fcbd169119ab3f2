import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BACKGROUND_HEADER, Proof, SessionState, SignIn } from '#shared/owner/admin.ts'
import { hasRole } from '#shared/owner/accounts.ts'
import { paths } from '#shared/site/paths.ts'
import type { WaysIn } from '../accounts/accounts.ts'
import { requireRight } from '../accounts/rights.ts'
import { accountOf, rememberSignedIn, signedInOf } from '../accounts/signed-in.ts'
import { AppError } from '../base/errors.ts'
import { isFromHere } from '../http/is-from-here.ts'
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
  findWaysIn: () => Promise<WaysIn>
  refuseOthers: RefuseOthers
}

/** Signs the request's browser in to an account without checking a password. The browser's former session ends. */
export type BeginSession = (request: FastifyRequest, reply: FastifyReply, accountId: string) => Promise<void>
/** A hook that refuses requests from other sites. */
export type RefuseOthers = (request: FastifyRequest) => Promise<void>

/** Gives the request's browser its new session. Its former session ends. */
export type GiveSession = (given: {
  request: FastifyRequest
  reply: FastifyReply
  session: OpenSession
}) => Promise<void>

export function createGiveSession({ sessions, publicUrl }: Pick<Dependencies, 'sessions' | 'publicUrl'>): GiveSession {
  return async ({ request, reply, session }) => {
    const isSecure = publicUrl().startsWith('https:')
    const former = readSession(request)
    if (former) await sessions.close(former)
    writeSession(reply, session.token, { isSecure, seconds: SESSION_SECONDS })
    writeBrowser(reply, session.browser, { isSecure })
  }
}

export function createBeginSession({
  sessions,
  giveSession,
}: {
  sessions: Sessions
  giveSession: GiveSession
}): BeginSession {
  return async (request, reply, accountId) => {
    const session = await sessions.openFor(accountId, deviceOf(request))
    if (!session) throw new AppError('unauthorized')
    await giveSession({ request, reply, session })
  }
}

export function sessionRoutes(app: App, dependencies: Dependencies & { giveSession: GiveSession }) {
  const { sessions, publicUrl, findWaysIn, refuseOthers } = dependencies
  signInRoute(app, dependencies)

  app.get(paths.api.adminSession, { schema: { response: { 200: SessionState } } }, async (request, reply) => {
    const token = readSession(request)
    const session = token ? await sessions.check(token, { byPerson: false }) : null
    return reply.header('cache-control', 'no-store').send({
      authenticated: session !== null,
      ...(await findWaysIn()),
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

type Signing = Pick<Dependencies, 'sessions' | 'passwords' | 'refuseOthers'> & { giveSession: GiveSession }

function signInRoute(app: App, { sessions, passwords, refuseOthers, giveSession }: Signing) {
  app.post(
    paths.api.adminSession,
    { schema: { body: SignIn, response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const { email = '', password, proof = null } = request.body
      const login = { email: email.trim().toLowerCase() || null, password, device: deviceOf(request) }
      const known = readBrowser(request)
      const browser = known && (await sessions.isRecognised(known, login)) ? known : null
      const session = await passwords.signIn({ open: () => sessions.open(login), ip: request.ip, browser, proof })
      if (!session) throw new AppError('wrong-password')
      await giveSession({ request, reply, session })
      return reply.code(204).send(null)
    },
  )
}

/** The route by which users prove again who they are, with their password. Register it where a session is required. */
export function proofRoute(app: App, { passwords, sessions }: Pick<Dependencies, 'passwords' | 'sessions'>) {
  app.post(paths.api.adminProof, { schema: { body: Proof, response: { 204: z.null() } } }, async (request, reply) => {
    const { id: accountId } = accountOf(request)
    const attempt = () => sessions.isPasswordOf(accountId, request.body.password)
    if (!(await passwords.prove({ accountId, attempt }))) throw new AppError('wrong-proof')
    await sessions.markProven(readSession(request)!)
    return reply.code(204).send(null)
  })
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

/** A hook that checks the session again when the body has arrived, because it may have ended while the body was sent. */
export async function requireSessionStill(request: FastifyRequest): Promise<void> {
  if (request.body !== undefined && !(await signedInOf(request).mayGoOn())) throw new AppError('unauthorized')
}

/** The User-Agent of the browser, for the list of sessions. */
export function deviceOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? ''
}

/** A live connection is not an action of a person: browsers reopen it by themselves. */
function isLive({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream'
}

/** A hook that refuses requests other than GET from pages of other sites. */
export function refuseOtherSites(publicUrl: () => string) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method !== 'GET' && !isFromHere(request, publicUrl())) throw new AppError('forbidden')
  }
}
