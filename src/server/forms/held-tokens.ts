import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SealingKey } from '../base/sealing.ts'
import type { Cookies } from './cookies.ts'

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
