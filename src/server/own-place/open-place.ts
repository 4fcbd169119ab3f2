import type { IncomingHttpHeaders } from 'node:http'
import type pg from 'pg'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { Place } from '#shared/joining/place.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { hasLeft } from '../people/addresses/living.ts'
import { FRESH_MS, type PlaceKey, type Tokens } from '../tokens/tokens.ts'
import { isMailed } from './is-mailed.ts'
import { readPlace, showPlace } from './read-place.ts'

export type OpenPlace = ReturnType<typeof createOpenPlace>

type Dependencies = { pool: pg.Pool; tokens: Tokens }

type Asked = { headers: IncomingHttpHeaders }

/**
 * Opens and reads the place of a request's token. All functions but `findLeaver` throw the AppError `not-found` for an
 * invalid token.
 */
export function createOpenPlace(dependencies: Dependencies) {
  return { ...createOpening(dependencies), ...createReading(dependencies) }
}

function createOpening({ pool, tokens }: Dependencies) {
  async function openPlace({ headers }: Asked): Promise<PlaceKey> {
    const key = await tokens.openPlace(bearerToken(headers))
    if (!key) throw new AppError('not-found')
    return key
  }

  /**
   * Opens the place for a request that only a person sends, by pressing a button, and never a link scanner. Records the
   * press.
   */
  async function openByPress(request: Asked): Promise<PlaceKey> {
    const key = await openPlace(request)
    const ownToken = request.headers[BROWSER_TOKEN]
    await tokens.notePress(key, typeof ownToken === 'string' ? ownToken : '')
    return key
  }

  /** As `openByPress`. Throws an AppError unless the token was mailed within the last hour. */
  async function openMailed(request: Asked): Promise<PlaceKey> {
    return requireMailed(await openByPress(request))
  }

  /**
   * The id of the person who has left with this link already, for a retry after a lost answer; null for everybody else.
   */
  async function findLeaver({ headers }: Asked): Promise<string | null> {
    const holder = await tokens.readLeaver(bearerToken(headers), FRESH_MS)
    return holder && (await hasLeft(pool, holder.entryId)) ? holder.entryId : null
  }

  return { openPlace, openByPress, openMailed, findLeaver }
}

/** Reads places that are open. */
function createReading({ pool, tokens }: Dependencies) {
  async function placeOf(key: PlaceKey): Promise<Place> {
    const { own, line } = await partsOf(key)
    return showPlace(own, line, key)
  }

  async function partsOf(key: PlaceKey) {
    const parts = await readPlace(pool, key.entryId)
    if (!parts) throw new AppError('not-found')
    await requireGood(key)
    return parts
  }

  /** Call this after reading: the owner may have corrected the address meanwhile. */
  async function requireGood(key: PlaceKey): Promise<void> {
    if ((await tokens.keepGood([key])).length === 0) throw new AppError('not-found')
  }

  return { placeOf, partsOf, requireGood }
}

/** Throws an AppError unless the token was mailed within the last hour. */
export function requireMailed(key: PlaceKey): PlaceKey {
  if (!isMailed(key)) throw new AppError('link-needed')
  return key
}
