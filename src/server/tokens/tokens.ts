import type pg from 'pg'
import { ensureSecret } from '../db/secrets.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { lockReachable } from '../people/addresses/living.ts'
import { canEnd, purposesThat, type TokenEvent } from './fates.ts'
import {
  advanceFirstGenerations,
  advanceGenerations,
  type Generation,
  readGeneration,
  readGenerations,
  readLastPlaceGeneration,
} from './queries.ts'
import { CODED, findMinute, shortCodeOf } from './short-code.ts'
import { decodeToken, encodeToken, type Purpose, PURPOSES, type TokenContent } from './token-format.ts'

/** The purposes that open a person's own place. `browser`: kept by a browser. `place`: part of a mailed link. */
const PLACE_PURPOSES = ['browser', 'place'] as const
/** A token that has opened a person's own place. */
export type PlaceKey = TokenContent & { purpose: (typeof PLACE_PURPOSES)[number] }

/**
 * Tokens that a person holds. Each is valid for one purpose and one entry, until an event that ends it (see `FATES`).
 * See docs/decisions/0052-tokens.md.
 */
export type Tokens = {
  /** Null for an entry that is erased. */
  sign: (purpose: Purpose, entryId: string) => Promise<string | null>
  /**
   * Signs the first token of an entry whose tokens cannot have ended yet. The result is the same each time. Does not
   * read the entry's generation.
   */
  signFirst: (purpose: Purpose, entryId: string) => Promise<string>
  /**
   * Signs a token of another purpose for the holder of this one. Null if this one has ended meanwhile: the new token
   * could then be for a mailbox that its holder cannot read.
   */
  exchange: (held: TokenContent, purpose: Purpose) => Promise<string | null>
  /** The code that a mail shows beside the link with this token. `readCode` accepts it. */
  codeOf: (token: string) => Promise<string>
  /** The token of one of these people that belongs to this code. Null if no mail of the last hour had the code. */
  readCode: (code: string, entryIds: string[]) => Promise<{ token: string; purpose: (typeof CODED)[number] } | null>
  /** Null for a token that is forged, truncated, of another purpose, too old, ended, or of an erased entry. */
  read: (token: string, asked: { purpose: Purpose; maxAgeMs?: number }) => Promise<TokenContent | null>
  /** Reads a token that opens a person's own place; null as for `read`. Ends no token: scanners open links. */
  openPlace: (token: string) => Promise<PlaceKey | null>
  /**
   * Whether a token that was valid when it was read is still valid. If so, it stays valid until the transaction ends.
   * Call this in every transaction that changes something for a holder: the token may end while the transaction waits
   * for a lock.
   */
  hold: (tx: Transaction, held: TokenContent) => Promise<boolean>
  /** Returns the tokens that are still valid. Call this after reading the data that they show. */
  keepGood: <Key extends TokenContent>(keys: Key[]) => Promise<Key[]>
  /**
   * Records that the holder of this key has pressed a button. The first press with a mailed link proves that the holder
   * reads the mailbox, so the press ends the token from joining, unless the same browser holds that token. `ownToken`:
   * the token that the browser keeps; empty if there is none.
   */
  notePress: (key: PlaceKey, ownToken: string) => Promise<void>
  /**
   * Signs a `browser` token for a person who has pressed the button on the page that a mailed link with this token
   * opened. Null as for `exchange`, and for an erased entry. `entryId`: the entry that has the address now, if it is
   * not the entry of the token. `mailed`: a `place` token, if the link was mailed in the last hour.
   */
  signAfterMail: (held: TokenContent, entryId?: string) => Promise<{ browser: string; mailed: string | null } | null>
  /**
   * The entry of a `place` token that is at most this old, if the token was valid when the person was erased or asked
   * to leave. Null for any other token.
   */
  readLeaver: (token: string, maxAgeMs: number) => Promise<{ entryId: string } | null>
  /** Ends the tokens of a person that this event ends. */
  end: (db: Queryable, event: TokenEvent, entryId: string) => Promise<void>
}

export function createTokens(pool: pg.Pool): Tokens {
  const keys = { pool, secretOf: cacheSecrets(pool) }
  return { ...createSigner(keys), ...createCodes(keys), ...createReader(keys), end }
}

type Keys = { pool: pg.Pool; secretOf: (key: string) => Promise<string> }

function createSigner({ pool, secretOf }: Keys): Pick<Tokens, 'sign' | 'signFirst' | 'exchange' | 'signAfterMail'> {
  return {
    sign,
    async signFirst(purpose, entryId) {
      const issuedAt = madeAt(entryId)
      return encodeToken({ purpose, entryId, generation: 0, issuedAt }, await secretOf('token_secret'))
    },
    exchange,
    async signAfterMail(held, entryId = held.entryId) {
      await end(pool, 'link pressed', entryId)
      const signed = (purpose: Purpose) => (entryId === held.entryId ? exchange(held, purpose) : sign(purpose, entryId))
      const browser = await signed('browser')
      return browser === null ? null : { browser, mailed: isYoung(held, FRESH_MS) ? await signed('place') : null }
    },
  }

  async function sign(purpose: Purpose, entryId: string): Promise<string | null> {
    const now = await readGeneration(pool, { purpose, entryId })
    if (now === null) return null
    const { generation, since } = now
    // The database's clock may be ahead of this server's.
    const issuedAt = new Date(Math.max(Date.now(), since * 1000))
    return encodeToken({ purpose, entryId, generation, issuedAt }, await secretOf('token_secret'))
  }

  async function exchange(held: TokenContent, purpose: Purpose): Promise<string | null> {
    const token = await sign(purpose, held.entryId)
    // Checked after signing: a token that is valid now was also valid then.
    return isOf(await readGeneration(pool, held), held) ? token : null
  }
}

function createCodes({ pool, secretOf }: Keys): Pick<Tokens, 'codeOf' | 'readCode'> {
  return {
    async codeOf(token) {
      const secret = await secretOf('token_secret')
      return shortCodeOf(decodeToken(token, secret)!, secret)
    },
    async readCode(code, entryIds) {
      const secret = await secretOf('token_secret')
      const generations = await readGenerations(pool, { entryIds, purposes: CODED })
      for (const [entryId, ofPurposes] of generations)
        for (const purpose of CODED) {
          const { generation, since } = ofPurposes[purpose]
          const minute = findMinute(code, { purpose, entryId, generation }, { secret, now: new Date() })
          if (!minute) continue
          const issuedAt = new Date(Math.max(minute.getTime(), since * 1000))
          return { purpose, token: encodeToken({ purpose, entryId, generation, issuedAt }, secret) }
        }
      return null
    },
  }
}

type Reader = Pick<Tokens, 'read' | 'openPlace' | 'hold' | 'keepGood' | 'notePress' | 'readLeaver'>

function createReader({ pool, secretOf }: Keys): Reader {
  return {
    async read(token, { purpose, maxAgeMs = Infinity }) {
      const content = decodeToken(token, await secretOf('token_secret'))
      if (content?.purpose !== purpose || !isYoung(content, maxAgeMs)) return null
      return !canEnd(purpose) || isOf(await readGeneration(pool, content), content) ? content : null
    },
    async openPlace(token) {
      const key = decodeToken(token, await secretOf('token_secret'))
      return key && isPlaceKey(key) && isOf(await readGeneration(pool, key), key) ? key : null
    },
    hold: async (tx, held) => (await lockReachable(tx, held.entryId)) && isOf(await readGeneration(tx, held), held),
    async keepGood(keys) {
      const entryIds = [...new Set(keys.map(({ entryId }) => entryId))]
      const generations = await readGenerations(pool, { entryIds, purposes: PURPOSES })
      return keys.filter((key) => isOf(generations.get(key.entryId)?.[key.purpose] ?? null, key))
    },
    async notePress(key, ownToken) {
      if (key.purpose !== 'place') return
      const own = decodeToken(ownToken, await secretOf('token_secret'))
      if (own?.entryId === key.entryId && isFromJoining(own)) return
      await end(pool, 'link pressed', key.entryId)
    },
    async readLeaver(token, maxAgeMs) {
      const content = decodeToken(token, await secretOf('token_secret'))
      if (content?.purpose !== 'place' || !isYoung(content, maxAgeMs)) return null
      return isOf(await readLastPlaceGeneration(pool, content.entryId), content) ? content : null
    },
  }
}

async function end(db: Queryable, event: TokenEvent, entryId: string): Promise<void> {
  const [all, first] = [purposesThat(['ends', 'former address'], event), purposesThat(['ends if from joining'], event)]
  if (all.length > 0) await advanceGenerations(db, { entryId, purposes: all })
  if (first.length > 0) await advanceFirstGenerations(db, { entryId, purposes: first })
}

/** A link that is at most this old, in milliseconds, proves that its holder reads the mailbox now. */
export const FRESH_MS = 60 * 60_000

/** Servers' clocks differ by less than this, in milliseconds. */
const CLOCK_SKEW_MS = 60_000

/**
 * Whether a token is at most this old. False for a token that was issued more than a minute ahead: a clock is or was
 * wrong.
 */
export function isYoung({ issuedAt }: Pick<TokenContent, 'issuedAt'>, maxAgeMs: number): boolean {
  const age = Date.now() - issuedAt.getTime()
  return maxAgeMs === Infinity || (age <= maxAgeMs && age >= -CLOCK_SKEW_MS)
}

/**
 * Whether a browser got this token by joining. Such a token proves that this browser sent the first answers, but not
 * that its visitor reads the mailbox. Every later token of a browser comes from a confirmation, which was mailed.
 */
export function isFromJoining({ purpose, generation }: Pick<TokenContent, 'purpose' | 'generation'>): boolean {
  return purpose === 'browser' && generation === 0
}

/**
 * Whether a token is of this generation. A token with the same number that was signed before the generation began is
 * invalid: a restored backup has replaced the list that the token came from.
 */
function isOf(now: Generation | null, { generation, issuedAt }: TokenContent): boolean {
  return now !== null && generation === now.generation && issuedAt.getTime() >= now.since * 1000
}

function isPlaceKey(content: TokenContent): content is PlaceKey {
  return PLACE_PURPOSES.some((one) => one === content.purpose)
}

/** The time in a UUID version 7. */
function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** Caches the secrets of the database. A failed read is not cached, so the next call tries again. */
function cacheSecrets(pool: pg.Pool): (key: string) => Promise<string> {
  const secrets = new Map<string, Promise<string>>()
  return (key) => {
    const known = secrets.get(key) ?? ensureSecret(pool, key)
    secrets.set(key, known)
    known.catch(() => secrets.delete(key))
    return known
  }
}
