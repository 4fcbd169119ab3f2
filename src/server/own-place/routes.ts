import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Place } from '#shared/place.ts'
import { paths } from '#shared/paths.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/server.ts'
import { isYoung, type PlaceKey, type Tokens } from '../tokens/tokens.ts'
import { readPlace } from './read-place.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens }

/** A person looks at their place often, and everybody in a salon has one address. */
const LOOKS_PER_ADDRESS = { max: 240, timeWindow: '1 minute' }
/** A link that was mailed this long ago, in milliseconds, still proves that somebody reads the mailbox. */
const FRESH_MS = 60 * 60_000

/** The routes of a person's own place. See `src/shared/place.ts`. */
export function ownPlaceRoutes(app: App, { pool, tokens }: Dependencies) {
  app.get(
    paths.api.place,
    { schema: { response: { 200: Place } }, config: { rateLimit: LOOKS_PER_ADDRESS } },
    async (request, reply) => {
      const key = await openPlace(request)
      return reply.header('cache-control', 'no-store').send(await placeOf(key))
    },
  )

  async function openPlace({ headers }: FastifyRequest): Promise<PlaceKey> {
    const key = await tokens.openPlace(bearerOf(headers.authorization))
    if (!key) throw new AppError('not-found')
    return key
  }

  async function placeOf(key: PlaceKey): Promise<Place> {
    const place = await readPlace(pool, key.entryId)
    if (!place) throw new AppError('not-found')
    return { ...place, mailed: isMailed(key) }
  }
}

function isMailed(key: PlaceKey): boolean {
  return key.purpose === 'place' && isYoung(key, FRESH_MS)
}

/** The token in an `Authorization` header; empty for any other header, which is as good as a bad token. */
function bearerOf(authorization: string | undefined): string {
  return /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1] ?? ''
}
