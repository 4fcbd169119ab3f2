import { createSecretKey, type KeyObject } from 'node:crypto'
import { ensureSecret } from '../db/settings.ts'
import { isReachable, lockReachable, reachableOf } from '../people/addresses/email-keys.ts'
import { canEnd, purposesThat, type TokenEvent } from './fates.ts'
import { CODED, findMinute, shortCodeOf } from './short-code.ts'
import { decodeToken, encodeToken, type Purpose, PURPOSES, type TokenContent } from './token-format.ts'
import type { Pool, Queryable, Transaction } from '../db/query.ts'

const PLACE_PURPOSES = ['browser', 'place'] as const
export type PlaceKey = TokenContent & { purpose: (typeof PLACE_PURPOSES)[number] }

/** See docs/decisions/0052-tokens.md. */
export type Tokens = {
  sign: (purpose: Purpose, entryId: string, at?: number) => Promise<string | null>
  /** For an entry whose tokens cannot have ended yet. The same each time. */
  signFirst: (purpose: Purpose, entryId: string) => Promise<string>
  /** Null if `held` has ended: the new token could be for a mailbox that its holder cannot read. */
  exchange: (held: TokenContent, purpose: Purpose) => Promise<string | null>
  codeOf: (token: string) => Promise<string>
  readCode: (code: string, entryIds: string[]) => Promise<{ token: string; purpose: (typeof CODED)[number] } | null>
  read: (token: string, asked: { purpose: Purpose; maxAgeMs?: number }) => Promise<TokenContent | null>
  /** Ends no token: scanners open links. */
  openPlace: (token: string) => Promise<PlaceKey | null>
  /**
   * A valid token stays so until the transaction ends. Every transaction for a holder calls it: the token may end while
   * that waits for a lock.
   */
  hold: (tx: Transaction, held: TokenContent) => Promise<boolean>
  keepGood: <Key extends TokenContent>(keys: Key[]) => Promise<Key[]>
  /**
   * The first press with a mailed link ends the token from joining, unless the same browser holds that (`ownToken`).
   */
  notePress: (key: PlaceKey, ownToken: string) => Promise<void>
  /** `mailed`: a `place` token, if the link was mailed in the last hour. */
  signAfterMail: (held: TokenContent, entryId?: string) => Promise<{ browser: string; mailed: string | null } | null>
  readLeaver: (token: string, maxAgeMs: number) => Promise<{ entryId: string } | null>
  end: (db: Queryable, event: TokenEvent, entryId: string) => Promise<void>
}

export function createTokens(pool: Pool): Tokens {
  const keys = { pool, secretOf: cacheSecret(pool) }
  return { ...createSigner(keys), ...createCodes(keys), ...createReader(keys), end }
}

type Keys = { pool: Pool; secretOf: () => Promise<KeyObject> }

function createSigner({ pool, secretOf }: Keys): Pick<Tokens, 'sign' | 'signFirst' | 'exchange' | 'signAfterMail'> {
  return {
    sign,
    async signFirst(purpose, entryId) {
      const issuedAt = madeAt(entryId)
      return encodeToken({ purpose, entryId, generation: 0, issuedAt }, await secretOf())
    },
    exchange,
    async signAfterMail(held, entryId = held.entryId) {
      await end(pool, 'link pressed', entryId)
      const signed = (purpose: Purpose) => (entryId === held.entryId ? exchange(held, purpose) : sign(purpose, entryId))
      const browser = await signed('browser')
      return browser === null ? null : { browser, mailed: isYoung(held, FRESH_MS) ? await signed('place') : null }
    },
  }

  async function sign(purpose: Purpose, entryId: string, at = Date.now()): Promise<string | null> {
    const now = await readGeneration(pool, { purpose, entryId })
    if (now === null) return null
    const { generation, since } = now
    const issuedAt = new Date(Math.max(at, since * 1000))
    return encodeToken({ purpose, entryId, generation, issuedAt }, await secretOf())
  }

  async function exchange(held: TokenContent, purpose: Purpose): Promise<string | null> {
    const token = await sign(purpose, held.entryId)
    return isOf(await readGeneration(pool, held), held) ? token : null
  }
}

function createCodes({ pool, secretOf }: Keys): Pick<Tokens, 'codeOf' | 'readCode'> {
  return {
    async codeOf(token) {
      const secret = await secretOf()
      return shortCodeOf(decodeToken(token, secret)!, secret)
    },
    async readCode(code, entryIds) {
      const secret = await secretOf()
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
      const content = decodeToken(token, await secretOf())
      if (content?.purpose !== purpose || !isYoung(content, maxAgeMs)) return null
      return !canEnd(purpose) || isOf(await readGeneration(pool, content), content) ? content : null
    },
    async openPlace(token) {
      const key = decodeToken(token, await secretOf())
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
      const own = decodeToken(ownToken, await secretOf())
      if (own?.entryId === key.entryId && isFromJoining(own)) return
      await end(pool, 'link pressed', key.entryId)
    },
    async readLeaver(token, maxAgeMs) {
      const content = decodeToken(token, await secretOf())
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

export const FRESH_MS = 60 * 60_000

const CLOCK_SKEW_MS = 60_000

/** False also if issued more than a minute ahead. */
export function isYoung({ issuedAt }: Pick<TokenContent, 'issuedAt'>, maxAgeMs: number): boolean {
  const age = Date.now() - issuedAt.getTime()
  return maxAgeMs === Infinity || (age <= maxAgeMs && age >= -CLOCK_SKEW_MS)
}

/** It proves who sent the first answers, not who reads the mailbox. Every later token of a browser follows a mail. */
export function isFromJoining({ purpose, generation }: Pick<TokenContent, 'purpose' | 'generation'>): boolean {
  return purpose === 'browser' && generation === 0
}

/** An older token of the same number is of a list that a backup has replaced. */
function isOf(now: Generation | null, { generation, issuedAt }: TokenContent): boolean {
  return now !== null && generation === now.generation && issuedAt.getTime() >= now.since * 1000
}

function isPlaceKey(content: TokenContent): content is PlaceKey {
  return PLACE_PURPOSES.some((one) => one === content.purpose)
}

function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** Node prepares a key object only once. A failed read is not cached. */
function cacheSecret(pool: Pool): () => Promise<KeyObject> {
  let secret: Promise<KeyObject> | undefined
  return () => {
    secret ??= ensureSecret(pool, 'token_secret').then((text) => createSecretKey(text, 'utf8'))
    secret.catch(() => (secret = undefined))
    return secret
  }
}

/** How often these tokens have ended, and since when, in seconds since 1970; 0 if unknown. */
type Generation = { generation: number; since: number }

const FIRST: Generation = { generation: 0, since: 0 }

const SINCE = 'floor(extract(epoch from since))::float8'

async function readGeneration(
  db: Queryable,
  { entryId, purpose }: { entryId: string; purpose: Purpose },
): Promise<Generation | null> {
  const generations = await readGenerations(db, { entryIds: [entryId], purposes: [purpose] })
  return generations.get(entryId)?.[purpose] ?? null
}

async function readGenerations<Asked extends Purpose>(
  db: Queryable,
  { entryIds, purposes }: { entryIds: string[]; purposes: readonly Asked[] },
): Promise<Map<string, Record<Asked, Generation>>> {
  const { rows } = await db.query<{ id: string; generations: Partial<Record<Asked, Generation>> | null }>(
    `select asked.id, (
       select json_object_agg(purpose, json_build_object('generation', generation, 'since', ${SINCE}))
       from token_generations where entry_id = asked.id and purpose = any($2)) as generations
     from unnest($1::uuid[]) as asked (id) where ${isReachable('asked.id')}`,
    [entryIds, purposes],
  )
  const first = Object.fromEntries(purposes.map((purpose) => [purpose, FIRST])) as Record<Asked, Generation>
  return new Map(rows.map(({ id, generations }) => [id, { ...first, ...generations }]))
}

async function readLastPlaceGeneration(db: Queryable, entryId: string): Promise<Generation> {
  const { rows } = await db.query<Generation>(
    `select generation, ${SINCE} as since from token_generations where entry_id = $1 and purpose = 'place'`,
    [entryId],
  )
  return rows[0] ?? FIRST
}

type Which = { entryId: string; purposes: Purpose[] }

/** None for a person who is erased or leaving: their tokens have ended. */
const THEIRS = `select id, purpose, 1, clock_timestamp()
  from (${reachableOf('select $1::uuid')}) as living, unnest($2::text[]) as purpose`

async function advanceFirstGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations (entry_id, purpose, generation, since) ${THEIRS} on conflict do nothing`,
    [entryId, purposes],
  )
}

async function advanceGenerations(db: Queryable, { entryId, purposes }: Which): Promise<void> {
  await db.query(
    `insert into token_generations as g (entry_id, purpose, generation, since) ${THEIRS}
     on conflict (entry_id, purpose) do update set generation = g.generation + 1, since = excluded.since`,
    [entryId, purposes],
  )
}
