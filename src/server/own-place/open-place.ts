import type { IncomingHttpHeaders } from 'node:http'
import type pg from 'pg'
import { BROWSER_TOKEN } from '#shared/values/header-names.ts'
import type { Place } from '#shared/joining/place.ts'
import { AppError } from '../base/errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { hasLeft } from '../people/addresses/living.ts'
import { FRESH_MS, type PlaceKey, type Tokens } from '../tokens/tokens.ts'
import { isMailed, readPlace } from './read-place.ts'

export type OpenPlace = ReturnType<typeof createOpenPlace>

type Asked = { headers: IncomingHttpHeaders }

/** All but `findLeaver` throw `not-found` for an invalid token. */
export function createOpenPlace({ pool, tokens }: { pool: pg.Pool; tokens: Tokens }) {
  async function openPlace({ headers }: Asked): Promise<PlaceKey> {
    const key = await tokens.openPlace(bearerToken(headers))
    if (!key) throw new AppError('not-found')
    return key
  }

  /** For a request that only a person sends, by pressing a button, and never a link scanner. Records the press. */
  async function openByPress(request: Asked): Promise<PlaceKey> {
    const key = await openPlace(request)
    const ownToken = request.headers[BROWSER_TOKEN]
    await tokens.notePress(key, typeof ownToken === 'string' ? ownToken : '')
    return key
  }

  async function openMailed(request: Asked): Promise<PlaceKey> {
    return requireMailed(await openByPress(request))
  }

  /** The person has left with this link already: for a retry after a lost answer. */
  async function findLeaver({ headers }: Asked): Promise<string | null> {
    const holder = await tokens.readLeaver(bearerToken(headers), FRESH_MS)
    return holder && (await hasLeft(pool, holder.entryId)) ? holder.entryId : null
  }

  async function placeOf(key: PlaceKey): Promise<Place> {
    const place = await readPlace(pool, key)
    if (!place) throw new AppError('not-found')
    await requireGood(key)
    return place
  }

  /** Call this after reading: the owner may have corrected the address meanwhile. */
  async function requireGood(key: PlaceKey): Promise<void> {
    if ((await tokens.keepGood([key])).length === 0) throw new AppError('not-found')
  }

  return { openPlace, openByPress, openMailed, findLeaver, placeOf, requireGood }
}

export function requireMailed(key: PlaceKey): PlaceKey {
  if (!isMailed(key)) throw new AppError('link-needed')
  return key
}
