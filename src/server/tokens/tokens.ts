import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable } from '../db/pool.ts'
import { advanceFirstGeneration, advanceGeneration, readGeneration, readGenerations } from './queries.ts'
import { decodeEarlyToken, decodeToken, encodeToken, type Purpose, type TokenContent } from './token-format.ts'

/** The person whose token it is. */
type TokenHolder = { entryId: string }
/** The person whose token it is, and when it was signed. */
type DatedHolder = TokenHolder & { issuedAt: Date }

/** The purposes that open a person's own place: joining gave the token to a browser, or a mail has it in its link. */
const PLACE_PURPOSES = ['browser', 'place'] as const
/** A token that has opened a person's own place. */
export type PlaceKey = TokenHolder & {
  purpose: (typeof PLACE_PURPOSES)[number]
  generation: number
  issuedAt: Date
}

/**
 * Tokens that a person holds: each is good for one purpose and one entry, and may be revoked. See
 * docs/decisions/0052-tokens.md.
 */
export type Tokens = {
  /** Null for an entry that is erased. */
  sign: (purpose: Purpose, entryId: string) => Promise<string | null>
  /**
   * The first token of an entry, for which nothing can have been revoked: the same whenever it is signed. Reads
   * nothing.
   */
  signFirst: (purpose: Purpose, entryId: string) => Promise<string>
  /** Null for a token that is forged, cut, of another purpose, too old, revoked, or of an erased entry. */
  read: (token: string, asked: Asked) => Promise<DatedHolder | null>
  /** Reads a token that opens a person's own place; null as for `read`. Opening ends nothing: scanners open links. */
  openPlace: (token: string) => Promise<PlaceKey | null>
  /**
   * Records that the holder of this key has pressed something. The first press with a mailed link proves who reads the
   * mailbox, so it ends the token from joining, unless the same browser holds it. `ownToken` is the token that the
   * browser keeps, empty if it keeps none.
   */
  notePress: (key: PlaceKey, ownToken: string) => Promise<void>
  /**
   * Signs a token for the browser of a person whom a mail has reached. If it was the first mail to do so, the tokens
   * that browsers got before end. Null for an entry that is erased.
   */
  signAfterMail: (entryId: string) => Promise<string | null>
  /**
   * The entry of a `place` token that is at most this old. Checks the signature only, so the token may be revoked and
   * the entry erased. Null for any other token.
   */
  readPlain: (token: string, maxAgeMs: number) => Promise<TokenHolder | null>
  /** Those of these keys that are still good. */
  keepGood: (keys: PlaceKey[]) => Promise<PlaceKey[]>
  /**
   * Ends all tokens of this purpose and entry. Those for unsubscribing end only when the address changes: people keep
   * mails for years.
   */
  revoke: (db: Queryable, purpose: Exclude<Purpose, 'receipt'>, entryId: string) => Promise<void>
}

/** `db`: the transaction in which the token must be good. */
type Asked = { purpose: Purpose; maxAgeMs?: number; db?: Queryable }

/** These outlive even their entry: mails are kept for years, and a receipt is read after the erasure. */
const OUTLIVING = ['unsubscribe', 'receipt'] as const

export function createTokens(pool: pg.Pool): Tokens {
  const secretOf = cacheSecrets(pool)
  return {
    sign,
    async signFirst(purpose, entryId) {
      const issuedAt = madeAt(entryId)
      return encodeToken({ purpose, entryId, generation: 0, issuedAt }, await secretOf('token_secret'))
    },
    async read(token, { purpose, maxAgeMs = Infinity, db = pool }) {
      const content = decodeToken(token, await secretOf('token_secret'))
      if (!content) return purpose === 'unsubscribe' ? readEarly(token) : null
      if (content.purpose !== purpose || !isYoung(content, maxAgeMs)) return null
      const generation = await readGeneration(db, content)
      const isCurrent = generation === null ? outlivesEntry(purpose) : generation === content.generation
      return isCurrent ? toHolder(content) : null
    },
    async openPlace(token) {
      const key = decodeToken(token, await secretOf('token_secret'))
      if (!key || !isPlaceKey(key)) return null
      const generations = (await readPlaceGenerations([key])).get(key.entryId)
      return generations?.[key.purpose] === key.generation ? key : null
    },
    async notePress(key, ownToken) {
      if (key.purpose !== 'place') return
      const own = decodeToken(ownToken, await secretOf('token_secret'))
      if (own?.entryId === key.entryId && isFromJoining(own)) return
      await advanceFirstGeneration(pool, { purpose: 'browser', entryId: key.entryId })
    },
    async signAfterMail(entryId) {
      await advanceFirstGeneration(pool, { purpose: 'browser', entryId })
      return sign('browser', entryId)
    },
    async readPlain(token, maxAgeMs) {
      const content = decodeToken(token, await secretOf('token_secret'))
      return content?.purpose === 'place' && isYoung(content, maxAgeMs) ? content : null
    },
    async keepGood(keys) {
      const generations = await readPlaceGenerations(keys)
      return keys.filter(({ entryId, purpose, generation }) => generations.get(entryId)?.[purpose] === generation)
    },
    revoke: (db, purpose, entryId) => advanceGeneration(db, { purpose, entryId }),
  }

  async function sign(purpose: Purpose, entryId: string): Promise<string | null> {
    const generation = await readGeneration(pool, { purpose, entryId })
    if (generation === null) return null
    return encodeToken({ purpose, entryId, generation, issuedAt: new Date() }, await secretOf('token_secret'))
  }

  function readPlaceGenerations(keys: PlaceKey[]) {
    const entryIds = [...new Set(keys.map(({ entryId }) => entryId))]
    return readGenerations(pool, { entryIds, purposes: PLACE_PURPOSES })
  }

  async function readEarly(token: string): Promise<DatedHolder | null> {
    const entryId = decodeEarlyToken(token, await secretOf('unsubscribe_secret'))
    if (entryId === null || (await readGeneration(pool, { entryId, purpose: 'unsubscribe' }))) return null
    return { entryId, issuedAt: madeAt(entryId) }
  }
}

/** Servers' clocks differ by less than this, in milliseconds. */
const CLOCK_SKEW_MS = 60_000

/** Also false for a token of the future: a clock that was wrong signed it, or is wrong now. */
export function isYoung({ issuedAt }: Pick<TokenContent, 'issuedAt'>, maxAgeMs: number): boolean {
  const age = Date.now() - issuedAt.getTime()
  return maxAgeMs === Infinity || (age <= maxAgeMs && age >= -CLOCK_SKEW_MS)
}

/**
 * Whether a browser got this token by joining. It proves that this browser sent the first answers, and not that its
 * visitor reads the mailbox. Every later token of a browser comes from a confirmation, which was mailed.
 */
export function isFromJoining({ purpose, generation }: Pick<TokenContent, 'purpose' | 'generation'>): boolean {
  return purpose === 'browser' && generation === 0
}

function outlivesEntry(purpose: Purpose): boolean {
  return OUTLIVING.some((one) => one === purpose)
}

function isPlaceKey(content: TokenContent): content is TokenContent & PlaceKey {
  return PLACE_PURPOSES.some((one) => one === content.purpose)
}

function toHolder({ entryId, issuedAt }: TokenContent): DatedHolder {
  return { entryId, issuedAt }
}

/** The time in a UUID version 7. */
function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
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
