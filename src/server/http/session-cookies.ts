import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#shared/paths.ts'

export const SESSION_COOKIE = 'firstchair_admin'
const BROWSER_COOKIE = 'firstchair_browser'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The token of the request's session. Does not say whether the session is open. */
export function readSession({ cookies }: FastifyRequest): string | undefined {
  return cookies[SESSION_COOKIE]
}

/** A short name for the request's session, from which nobody can learn its token. */
export function labelOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`label of ${readSession(request)}`)
    .digest('hex')
    .slice(0, 6)
}

/** The signed value that this browser got when it signed in, if the signature is valid. It may have expired since. */
export function readBrowser(request: FastifyRequest): string | null {
  const signed = request.cookies[BROWSER_COOKIE]
  return signed === undefined ? null : request.unsignCookie(signed).value
}

type Cookie = { isSecure: boolean }

/** `seconds` is how long the browser keeps the cookie; without it, the cookie is removed. */
export function writeSession(
  reply: FastifyReply,
  token: string,
  { isSecure, seconds = 0 }: Cookie & { seconds?: number },
) {
  write(reply, SESSION_COOKIE, token, { isSecure, path: '/', maxAge: seconds })
}

/** The browser sends this cookie only to the sign-in route. */
export function writeBrowser(reply: FastifyReply, browser: string, { isSecure }: Cookie) {
  const place = { isSecure, path: paths.api.adminSession, maxAge: YEAR_SECONDS }
  write(reply, BROWSER_COOKIE, reply.signCookie(browser), place)
}

type Place = Cookie & { path: string; maxAge: number }

/** Not `setCookie`: that writes the header when Fastify sends the answer, but the export writes its answer itself. */
function write(reply: FastifyReply, name: string, value: string, { isSecure: secure, path, maxAge }: Place) {
  const options = { path, maxAge, secure, httpOnly: true, sameSite: 'strict' } as const
  reply.header('set-cookie', reply.server.serializeCookie(name, value, options))
}
