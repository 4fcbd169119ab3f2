import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'

/** Proves that a link comes from one of our mails. Tokens never expire, because people keep mails for years. */
export type UnsubscribeTokens = {
  sign: (entryId: string) => Promise<string>
  /** The entry's id, or null for a token that we never signed. */
  read: (token: string) => Promise<string | null>
}

const ID_BYTES = 16
const PROOF_BYTES = 16

/**
 * A token is an entry's id and its signature, 43 characters that need no escaping. The secret is made once per
 * database.
 */
export function createUnsubscribeTokens(pool: pg.Pool): UnsubscribeTokens {
  let secret: Promise<string> | null = null
  const readSecret = () => {
    secret ??= ensureSecret(pool, 'unsubscribe_secret')
    // A failed read is not cached, so the next call tries again.
    secret.catch(() => (secret = null))
    return secret
  }
  return {
    async sign(entryId) {
      const id = Buffer.from(entryId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, prove(id, await readSecret())]).toString('base64url')
    },

    async read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== ID_BYTES + PROOF_BYTES || bytes.toString('base64url') !== token) return null
      const id = bytes.subarray(0, ID_BYTES)
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), prove(id, await readSecret()))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}

function prove(id: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(id).digest().subarray(0, PROOF_BYTES)
}
