import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable } from '../db/pool.ts'
import { advanceGeneration, readGeneration } from './queries.ts'
import { decodeEarlyToken, decodeToken, encodeToken, type Purpose, type TokenContent } from './token-format.ts'

/** The person whose token it is. */
type TokenHolder = { entryId: string }

/**
 * Tokens that a person holds: each is good for one purpose and one entry, and may be revoked. See
 * docs/decisions/0052-tokens.md.
 */
export type Tokens = {
  /** Null for an entry that is erased. */
  sign: (purpose: Purpose, entryId: string) => Promise<string | null>
  /**
   * The first token of an entry, for which nothing can have been revoked: the same whenever it is signed. Reads nothing.
   */
  signFirst: (purpose: Purpose, entryId: string) => Promise<string>
  /** Null for a token that is forged, cut, of another purpose, too old, revoked, or of an erased entry. */
  read: (token: string, asked: { purpose: Purpose; maxAgeMs?: number }) => Promise<TokenHolder | null>
  /** Ends all tokens of this purpose and entry. Those for unsubscribing are never revoked: people keep mails for years. */
  revoke: (db: Queryable, purpose: Exclude<Purpose, 'unsubscribe'>, entryId: string) => Promise<void>
}

export function createTokens(pool: pg.Pool): Tokens {
  const secretOf = cacheSecrets(pool)
  return {
    async sign(purpose, entryId) {
      const generation = await readGeneration(pool, { purpose, entryId })
      if (generation === null) return null
      return encodeToken({ purpose, entryId, generation, issuedAt: new Date() }, await secretOf('token_secret'))
    },
    async signFirst(purpose, entryId) {
      const issuedAt = madeAt(entryId)
      return encodeToken({ purpose, entryId, generation: 0, issuedAt }, await secretOf('token_secret'))
    },
    async read(token, { purpose, maxAgeMs = Infinity }) {
      const content = decodeToken(token, await secretOf('token_secret'))
      if (purpose === 'unsubscribe') return content ? ofPurpose(content, purpose) : readEarly(token)
      if (!content || !ofPurpose(content, purpose) || Date.now() - content.issuedAt.getTime() > maxAgeMs) return null
      const isCurrent = (await readGeneration(pool, content)) === content.generation
      return isCurrent ? { entryId: content.entryId } : null
    },
    revoke: (db, purpose, entryId) => advanceGeneration(db, { purpose, entryId }),
  }

  async function readEarly(token: string): Promise<TokenHolder | null> {
    const entryId = decodeEarlyToken(token, await secretOf('unsubscribe_secret'))
    return entryId === null ? null : { entryId }
  }
}

/** The time in a UUID version 7. */
function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

function ofPurpose({ purpose, entryId }: TokenContent, asked: Purpose): TokenHolder | null {
  return purpose === asked ? { entryId } : null
}

/** Each secret is made once per database. A failed read is not cached, so the next call tries again. */
function cacheSecrets(pool: pg.Pool): (key: string) => Promise<string> {
  const secrets = new Map<string, Promise<string>>()
  return (key) => {
    const known = secrets.get(key) ?? ensureSecret(pool, key)
    secrets.set(key, known)
    known.catch(() => secrets.delete(key))
    return known
  }
}
