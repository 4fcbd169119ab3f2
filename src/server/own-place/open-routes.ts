import type { IncomingHttpHeaders } from 'node:http'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { Place } from '#shared/joining/place.ts'
import { AppError } from '../base/errors.ts'
import type { Context } from '../context.ts'
import { bearerToken } from '../http/is-from-here.ts'
import { hasLeft } from '../people/addresses/email-keys.ts'
import { FRESH_MS, type PlaceKey } from '../accounts/tokens.ts'
import { isMailed, readPlace } from './read-place.ts'
import { createHmac } from 'node:crypto'
import { ROUTES } from '#shared/routes.ts'
import { emailKey } from '../base/email-key.ts'
import { ensureSecret } from '../db/settings.ts'
import { MINUTE_MS, tooMany } from '../http/limit-rates.ts'
import { type App, route } from '../http/route.ts'
import { alike } from '../joining/alike.ts'
import { findRequesters } from '../joining/requests.ts'
import { findIds } from '../people/find-person.ts'

// All but `findLeaver` throw `not-found` for an invalid token.

type Asked = { headers: IncomingHttpHeaders }

export async function openPlace({ tokens }: Context, { headers }: Asked): Promise<PlaceKey> {
  const key = await tokens.openPlace(bearerToken(headers))
  if (!key) throw new AppError('not-found')
  return key
}

/** For a request that only a person sends, by pressing a button, and never a link scanner. Records the press. */
export async function openByPress(ctx: Context, request: Asked): Promise<PlaceKey> {
  const key = await openPlace(ctx, request)
  const ownToken = request.headers[BROWSER_TOKEN]
  await ctx.tokens.notePress(key, typeof ownToken === 'string' ? ownToken : '')
  return key
}

export async function openMailed(ctx: Context, request: Asked): Promise<PlaceKey> {
  return requireMailed(await openByPress(ctx, request))
}

export function requireMailed(key: PlaceKey): PlaceKey {
  if (!isMailed(key)) throw new AppError('link-needed')
  return key
}

/** The person has left with this link already: for a retry after a lost answer. */
export async function findLeaver({ pool, tokens }: Context, { headers }: Asked): Promise<string | null> {
  const holder = await tokens.readLeaver(bearerToken(headers), FRESH_MS)
  return holder && (await hasLeft(pool, holder.entryId)) ? holder.entryId : null
}

export async function placeOf(ctx: Context, key: PlaceKey): Promise<Place> {
  const place = await readPlace(ctx.pool, key)
  if (!place) throw new AppError('not-found')
  await requireGood(ctx, key)
  return { ...place, has_leaderboard: ctx.config().hasLeaderboard }
}

/** Call this after reading: the owner may have corrected the address meanwhile. */
export async function requireGood({ tokens }: Context, key: PlaceKey): Promise<void> {
  if ((await tokens.keepGood([key])).length === 0) throw new AppError('not-found')
}

/**
 * In an hour. At most 183 of 31^8 codes are right for each holder of an address. The limit for all is far higher,
 * because strangers use it up for the person too.
 */
const TRIES = { ofNetwork: 5, ofAll: 1_000, windowMs: 60 * MINUTE_MS }

export function codeRoutes(app: App, { pool, tokens, limits }: Context) {
  route(
    app,
    ROUTES.openCode,
    async ({ body: { email, code }, ip }) => {
      await takeTry(email, ip)
      const finding = findHolders(email).then((holders) => tokens.readCode(code, holders))
      await alike(finding)
      const found = await finding
      if (!found) throw new AppError('invalid-input', { fields: { code: WRONG_CODE } })
      return { page: found.purpose, token: found.token }
    },
    { config: { rateLimit: { max: 20 } } },
  )

  async function takeTry(email: string, ip: string) {
    const secret = await ensureSecret(pool, 'token_secret')
    const key = `codes of ${createHmac('sha256', secret)
      .update(`tries ${emailKey(email)}`)
      .digest('base64url')}`
    const from = limits.networksOf(ip)
    const { ofNetwork, ofAll, windowMs } = TRIES
    const wait = limits.take([
      ...(from ? [{ key: `${key} from ${from.block}`, max: ofNetwork, windowMs, from }] : []),
      { key, max: ofAll, windowMs, from: null },
    ])
    if (wait !== null) throw tooMany(wait)
  }

  async function findHolders(email: string): Promise<string[]> {
    return [...(await findIds(pool, [email])), ...(await findRequesters(pool, [email])).map(({ id }) => id)]
  }
}

const WRONG_CODE = 'is not the code of our newest email, or is more than an hour old'
