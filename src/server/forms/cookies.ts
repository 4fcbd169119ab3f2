import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SealingKey } from '../base/sealing.ts'

/** Browsers keep 4,096 bytes at most, with the name and the attributes. */
export const MOST_BYTES = 3_800

/** Scripts cannot read them, and browsers do not send them with a form of another site. */
export type Cookies = {
  write: (reply: FastifyReply, name: string, kept: { value: string; goodForMs: number }) => void
  forget: (reply: FastifyReply, name: string) => void
  read: (request: Pick<FastifyRequest, 'headers'>, name: string) => string
}

export function createCookies({ isSecure }: { isSecure: () => boolean }): Cookies {
  const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

  const write: Cookies['write'] = (reply, name, { value, goodForMs }) => {
    // Lax: the browser must send the cookie after the redirect that follows a form of another site.
    const attributes = `Path=/; Max-Age=${goodForMs / 1_000}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
    void reply.header('set-cookie', `${nameOf(name)}=${value}; ${attributes}`)
  }

  return {
    write,
    forget: (reply, name) => write(reply, name, { value: '', goodForMs: 0 }),
    read({ headers }, name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${nameOf(name)}=`))?.slice(nameOf(name).length + 1) ?? ''
    },
  }
}

/** In a cookie, for a browser without scripts. */
export type HeldTokens = {
  of: (request: FastifyRequest) => string
  keep: (reply: FastifyReply, token: string) => void
  forget: (reply: FastifyReply) => void
  /** The CSRF token for a hidden field, which another site does not know. */
  proof: (token: string) => string
  isProof: (sent: string, token: string) => boolean
}

const COOKIE = 'firstchair_held'
/** As long as a mailed link proves that its holder reads the mailbox. */
const KEPT_MS = 60 * 60_000

export function createHeldTokens({ key, cookies }: { key: SealingKey; cookies: Cookies }): HeldTokens {
  const proof = (token: string) => createHmac('sha256', key.bytes).update(`form of ${token}`).digest('base64url')
  return {
    of: (request) => cookies.read(request, COOKIE),
    keep: (reply, token) => cookies.write(reply, COOKIE, { value: token, goodForMs: KEPT_MS }),
    forget: (reply) => cookies.forget(reply, COOKIE),
    proof,
    isProof(sent, token) {
      const [given, needed] = [Buffer.from(sent), Buffer.from(proof(token))]
      return token !== '' && given.length === needed.length && timingSafeEqual(given, needed)
    },
  }
}
