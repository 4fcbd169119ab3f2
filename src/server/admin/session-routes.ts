import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BACKGROUND_HEADER, SessionState, SignIn } from '#shared/admin.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import { SESSION_SECONDS, type Sessions } from './sessions.ts'
import type { WrongPasswords } from './wrong-passwords.ts'

const COOKIE = 'firstchair_admin'

/** `publicUrl`: the origin that visitors know. */
type Dependencies = { sessions: Sessions; wrongPasswords: WrongPasswords; publicUrl: string }

export function sessionRoutes(app: App, { sessions, wrongPasswords, publicUrl }: Dependencies) {
  const isSecure = publicUrl.startsWith('https:')
  const refuseOthers = refuseOtherSites(publicUrl)
  app.post(
    paths.api.adminSession,
    { schema: { body: SignIn, response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      wrongPasswords.attempt(request.ip)
      const token = await sessions.open(request.body.password)
      if (token === null) throw new AppError('wrong-password')
      wrongPasswords.forgive(request.ip)
      const former = readToken(request)
      if (former) await sessions.close(former)
      setCookie(reply, token, { isSecure })
      return reply.code(204).send(null)
    },
  )

  app.get(paths.api.adminSession, { schema: { response: { 200: SessionState } } }, async (request, reply) => {
    const token = readToken(request)
    const { isOpen } = token ? await sessions.check(token, { byPerson: false }) : { isOpen: false }
    return reply.header('cache-control', 'no-store').send({ authenticated: isOpen })
  })

  app.delete(
    paths.api.adminSession,
    { schema: { response: { 204: z.null() } }, onRequest: refuseOthers },
    async (request, reply) => {
      const token = readToken(request)
      if (token) await sessions.close(token)
      setCookie(reply, '', { isSecure })
      return reply.code(204).send(null)
    },
  )
}

/** The hook of every route that only the owner may use. */
export function requireSession({ sessions, publicUrl }: Pick<Dependencies, 'sessions' | 'publicUrl'>) {
  const isSecure = publicUrl.startsWith('https:')
  const refuseOthers = refuseOtherSites(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOthers(request)
    const token = readToken(request)
    const byPerson = request.headers[BACKGROUND_HEADER] === undefined && !isLive(request)
    const { isOpen, isExtended } = token ? await sessions.check(token, { byPerson }) : { isOpen: false }
    if (!token || !isOpen) throw new AppError('unauthorized')
    if (isExtended) setCookie(reply, token, { isSecure })
    reply.header('cache-control', 'no-store')
  }
}

/** The token of the request's session, without a word on whether that is open. */
export function readToken({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; *)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]
}

/** A browser opens such a connection by itself, again and again. */
function isLive({ headers }: FastifyRequest): boolean {
  return headers.accept === 'text/event-stream'
}

/**
 * SameSite keeps other sites from using the cookie, but not what runs beside us below the same domain. Browsers that do
 * not say which site asks say from which origin: it is ours if it is the public one, or the one that was called.
 */
function refuseOtherSites(publicUrl: string) {
  return async ({ method, headers, host }: FastifyRequest): Promise<void> => {
    const { 'sec-fetch-site': site, origin } = headers
    const isOurs = site
      ? site === 'same-origin'
      : origin === undefined || origin === publicUrl || origin.replace(/^https?:\/\//, '') === host
    if (method !== 'GET' && !isOurs) throw new AppError('forbidden')
  }
}

/** An empty token takes the cookie back. */
function setCookie(reply: FastifyReply, token: string, { isSecure }: { isSecure: boolean }) {
  const parts = [
    `${COOKIE}=${token}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${token ? SESSION_SECONDS : 0}`,
  ]
  reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '))
}
