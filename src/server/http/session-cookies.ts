import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ROUTES } from '#shared/routes.ts'

const SESSION_COOKIE = 'firstchair_admin'
const ASKER_COOKIE = 'firstchair_passkey'
const HOUR_SECONDS = 60 * 60

type Cookie = { isSecure: boolean }

/** Browsers accept a cookie with this prefix only from this exact host over https. */
function nameOf(name: string, { isSecure }: Cookie): string {
  return isSecure ? `__Host-${name}` : name
}

export function sessionCookieOf(cookie: Cookie): string {
  return nameOf(SESSION_COOKIE, cookie)
}

export function readPrefixedCookies(app: FastifyInstance, isSecure: () => boolean) {
  app.addHook('onRequest', ({ cookies }, _reply, done) => {
    const cookie = { isSecure: isSecure() }
    for (const name of [SESSION_COOKIE, ASKER_COOKIE]) cookies[name] = cookies[nameOf(name, cookie)]
    done()
  })
}

export function readSession({ cookies }: FastifyRequest): string | undefined {
  return cookies[SESSION_COOKIE]
}

export function labelOf(token: string): string {
  return createHash('sha256').update(`label of ${token}`).digest('hex').slice(0, 6)
}

export function readAsker({ cookies }: FastifyRequest): string | undefined {
  return cookies[ASKER_COOKIE]
}

export function writeSession(reply: FastifyReply, token: string, { isSecure, seconds }: Cookie & { seconds: number }) {
  write(reply, nameOf(SESSION_COOKIE, { isSecure }), token, { isSecure, path: '/', maxAge: seconds })
}

export function removeSession(reply: FastifyReply, { isSecure }: Cookie) {
  writeSession(reply, '', { isSecure, seconds: 0 })
}

/** The prefix requires the path `/`. */
export function writeAsker(reply: FastifyReply, asker: string, { isSecure }: Cookie) {
  const place = { isSecure, path: isSecure ? '/' : ROUTES.signInWithPasskey.path, maxAge: HOUR_SECONDS }
  write(reply, nameOf(ASKER_COOKIE, { isSecure }), asker, place)
}

type Place = Cookie & { path: string; maxAge: number }

/** `setCookie` writes the header when Fastify sends the answer, but the export writes its own. */
function write(reply: FastifyReply, name: string, value: string, { isSecure: secure, path, maxAge }: Place) {
  const options = { path, maxAge, secure, httpOnly: true, sameSite: 'strict' } as const
  reply.header('set-cookie', reply.server.serializeCookie(name, value, options))
}
