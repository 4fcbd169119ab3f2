import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#shared/paths.ts'

export const SESSION_COOKIE = 'firstchair_admin'
const BROWSER_COOKIE = 'firstchair_browser'
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The token of the request's session, without a word on whether that is open. */
export function readSession({ cookies }: FastifyRequest): string | undefined {
  return cookies[SESSION_COOKIE]
}

/** What this browser was given when it signed in, if we signed it; without a word on whether it still counts. */
export function readBrowser(request: FastifyRequest): string | null {
  const signed = request.cookies[BROWSER_COOKIE]
  return signed === undefined ? null : request.unsignCookie(signed).value
}

type Cookie = { isSecure: boolean }

/** `seconds` is how long the browser keeps it; without, it is taken back. */
export function writeSession(
  reply: FastifyReply,
  token: string,
  { isSecure, seconds = 0 }: Cookie & { seconds?: number },
) {
  write(reply, SESSION_COOKIE, token, { isSecure, path: '/', maxAge: seconds })
}

/** Goes to the sign-in alone. */
export function writeBrowser(reply: FastifyReply, browser: string, { isSecure }: Cookie) {
  const place = { isSecure, path: paths.api.adminSession, maxAge: YEAR_SECONDS }
  write(reply, BROWSER_COOKIE, reply.signCookie(browser), place)
}

type Place = Cookie & { path: string; maxAge: number }

/** Not `setCookie`, which writes when Fastify sends the answer: the export sends its own. */
function write(reply: FastifyReply, name: string, value: string, { isSecure: secure, path, maxAge }: Place) {
  const options = { path, maxAge, secure, httpOnly: true, sameSite: 'strict' } as const
  reply.header('set-cookie', reply.server.serializeCookie(name, value, options))
}
