import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BACKGROUND_HEADER, SessionState, SignIn } from '#shared/admin.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import type { CheckPassword } from './check-passwords.ts'
import { readBrowser, readSession, removeSession, writeBrowser, writeSession } from '../http/session-cookies.ts'
import { SESSION_SECONDS, type Sessions } from './sessions.ts'

/** `publicUrl`: the origin of the site as visitors reach it. */
type Dependencies = { sessions: Sessions; checkPassword: CheckPassword; publicUrl: () => string }

export function sessionRoutes(app: App, { sessions, checkPassword, publicUrl }: Dependencies) {
  const isSecureNow = () => publicUrl().startsWith('https:')
  const refuseOthers = refuseOtherSites(publicUrl)
  app.post(
    paths.api.adminSession,
    { schema: { body: SignIn, response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const known = readBrowser(request)
      const browser = known && (await sessions.isRecognised(known)) ? known : null
      const { password, proof = null } = request.body
      const session = await checkPassword({ password, ip: request.ip, browser, proof })
      if (!session) throw new AppError('wrong-password')
      const former = readSession(request)
      if (former) await sessions.close(former)
      writeSession(reply, session.token, { isSecure: isSecureNow(), seconds: SESSION_SECONDS })
      writeBrowser(reply, session.browser, { isSecure: isSecureNow() })
      return reply.code(204).send(null)
    },
  )

  app.get(paths.api.adminSession, { schema: { response: { 200: SessionState } } }, async (request, reply) => {
    const token = readSession(request)
    const { isOpen } = token ? await sessions.check(token, { byPerson: false }) : { isOpen: false }
    return reply.header('cache-control', 'no-store').send({ authenticated: isOpen })
  })

  app.delete(
    paths.api.adminSession,
    { schema: { response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const token = readSession(request)
      if (token) await sessions.close(token)
      removeSession(reply, { isSecure: isSecureNow() })
      return reply.code(204).send(null)
    },
  )
}

/** The hook of every route that only the owner may use. */
export function requireSession({ sessions, publicUrl }: Pick<Dependencies, 'sessions' | 'publicUrl'>) {
  const isSecureNow = () => publicUrl().startsWith('https:')
  const refuseOthers = refuseOtherSites(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOthers(request)
    const token = readSession(request)
    const byPerson = request.headers[BACKGROUND_HEADER] === undefined && !isLive(request)
    const { isOpen, isExtended } = token ? await sessions.check(token, { byPerson }) : { isOpen: false }
    if (!token || !isOpen) throw new AppError('unauthorized')
    if (isExtended) writeSession(reply, token, { isSecure: isSecureNow(), seconds: SESSION_SECONDS })
    reply.header('cache-control', 'no-store')
  }
}

/** A browser reopens a live connection by itself, again and again. */
function isLive({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream'
}

/**
 * SameSite keeps other sites from using the cookie, but not other services under the same domain. A browser that does
 * not name the requesting site sends an origin instead: it must be the public origin or the one that was called.
 */
function refuseOtherSites(publicUrl: () => string) {
  return async ({ method, headers, host }: FastifyRequest): Promise<void> => {
    const { 'sec-fetch-site': site, origin } = headers
    const isOurs = site
      ? site === 'same-origin'
      : origin === undefined || origin === publicUrl() || origin.replace(/^https?:\/\//, '') === host
    if (method !== 'GET' && !isOurs) throw new AppError('forbidden')
  }
}
