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

/** `browser`: kept by a browser. `place`: in a mailed link. */
const PLACE_PURPOSES = ['browser', 'place'] as const
/** Has opened a person's own place. */
export type PlaceKey = TokenContent & { purpose: (typeof PLACE_PURPOSES)[number] }

/**
 * Each is valid for one purpose and one entry, until an event of `FATES` ends it. See docs/decisions/0052-tokens.md.
 */
export type Tokens = {
  sign: (purpose: Purpose, entryId: string) => Promise<string | null>
  /** For an entry whose tokens cannot have ended yet, without reading its generation. The same each time. */
  signFirst: (purpose: Purpose, entryId: string) => Promise<string>
  /** Null if `held` has ended meanwhile: the new token could be for a mailbox that its holder cannot read. */
  exchange: (held: TokenContent, purpose: Purpose) => Promise<string | null>
  /** Shown beside the link. `readCode` accepts it. */
  codeOf: (token: string) => Promise<string>
  /** Null if no mail of the last hour had the code. */
  readCode: (code: string, entryIds: string[]) => Promise<{ token: string; purpose: (typeof CODED)[number] } | null>
  /** Null if forged, of another purpose, too old, ended, or of an erased entry. */
  read: (token: string, asked: { purpose: Purpose; maxAgeMs?: number }) => Promise<TokenContent | null>
  /** Null as for `read`. Ends no token: scanners open links. */
  openPlace: (token: string) => Promise<PlaceKey | null>
  /**
   * Whether the token is still valid; then it stays so until the transaction ends. Every transaction that changes
   * something for a holder calls it: the token may end while that waits for a lock.
   */
  hold: (tx: Transaction, held: TokenContent) => Promise<boolean>
  /** Call this after reading the data that the tokens show. */
  keepGood: <Key extends TokenContent>(keys: Key[]) => Promise<Key[]>
  /**
   * The first press with a mailed link proves that the holder reads the mailbox, so it ends the token from joining,
   * unless the same browser holds that (`ownToken`, empty if none).
   */
  notePress: (key: PlaceKey, ownToken: string) => Promise<void>
  /**
   * After the button on a mailed page. Null as for `exchange`. `entryId`: the entry that has the address now. `mailed`:
   * a `place` token, if the link was mailed in the last hour.
   */
  signAfterMail: (held: TokenContent, entryId?: string) => Promise<{ browser: string; mailed: string | null } | null>
  /** Of a `place` token that was valid when the person was erased or asked to leave. */
  readLeaver: (token: string, maxAgeMs: number) => Promise<{ entryId: string } | null>
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
    // The database's clock may be ahead.
    const issuedAt = new Date(Math.max(Date.now(), since * 1000))
    return encodeToken({ purpose, entryId, generation, issuedAt }, await secretOf('token_secret'))
  }

  async function exchange(held: TokenContent, purpose: Purpose): Promise<string | null> {
    const token = await sign(purpose, held.entryId)
    // A token that is valid after the signing was valid before.
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

/** In milliseconds. The holder of such a link reads the mailbox now. */
export const FRESH_MS = 60 * 60_000

/** Servers' clocks differ by less. */
const CLOCK_SKEW_MS = 60_000

/** False also if issued more than a minute ahead: a clock is or was wrong. */
export function isYoung({ issuedAt }: Pick<TokenContent, 'issuedAt'>, maxAgeMs: number): boolean {
  const age = Date.now() - issuedAt.getTime()
  return maxAgeMs === Infinity || (age <= maxAgeMs && age >= -CLOCK_SKEW_MS)
}

/**
 * It proves that this browser sent the first answers, but not that its visitor reads the mailbox. Every later token of
 * a browser follows a mail.
 */
export function isFromJoining({ purpose, generation }: Pick<TokenContent, 'purpose' | 'generation'>): boolean {
  return purpose === 'browser' && generation === 0
}

/** A token of the same number from before the generation began is of a list that a backup has replaced. */
function isOf(now: Generation | null, { generation, issuedAt }: TokenContent): boolean {
  return now !== null && generation === now.generation && issuedAt.getTime() >= now.since * 1000
}

function isPlaceKey(content: TokenContent): content is PlaceKey {
  return PLACE_PURPOSES.some((one) => one === content.purpose)
}

function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** A failed read is not cached. */
function cacheSecrets(pool: pg.Pool): (key: string) => Promise<string> {
  const secrets = new Map<string, Promise<string>>()
  return (key) => {
    const known = secrets.get(key) ?? ensureSecret(pool, key)
    secrets.set(key, known)
    known.catch(() => secrets.delete(key))
    return known
  }
}
