import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Place } from '#shared/place.ts'
import { paths } from '#shared/paths.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { startEventStream } from '../http/event-stream.ts'
import type { App } from '../http/server.ts'
import { isInternal, subscriberOf } from '../http/visitor-address.ts'
import type { PlaceKey, Tokens } from '../tokens/tokens.ts'
import { isMailed } from './is-mailed.ts'
import { createLivePlaces } from './live-places.ts'
import { readPlace } from './read-place.ts'

type Dependencies = { pool: pg.Pool; tokens: Tokens; config: Pick<Config, 'trustProxy'> }

/** A person looks at their place often, and everybody in a salon has one address. */
const LOOKS_PER_ADDRESS = { max: 240, timeWindow: '1 minute' }

/** The routes of a person's own place. See `src/shared/place.ts`. */
export function ownPlaceRoutes(app: App, { pool, tokens, config: { trustProxy } }: Dependencies) {
  app.get(
    paths.api.place,
    { schema: { response: { 200: Place } }, config: { rateLimit: LOOKS_PER_ADDRESS } },
    async (request, reply) => {
      const key = await openPlace(request)
      return reply.header('cache-control', 'no-store').send(await placeOf(key))
    },
  )

  const live = createLivePlaces({
    pool,
    tokens,
    onFailure: (err) => app.log.error({ err }, 'open places could not be read'),
  })
  app.addHook('preClose', async () => live.stop())
  app.get(
    paths.api.placeLive,
    { schema: { hide: true }, config: { rateLimit: LOOKS_PER_ADDRESS } },
    async (request, reply) => {
      const key = await openPlace(request)
      const place = await placeOf(key)
      // As for rates: an internal address may be a proxy's, behind which are all visitors.
      const visitor = !trustProxy && isInternal(request.ip) ? null : subscriberOf(request.ip)
      live.listen(() => startEventStream(reply), { key, place, visitor })
      return reply
    },
  )

  async function openPlace({ headers }: FastifyRequest): Promise<PlaceKey> {
    const key = await tokens.openPlace(bearerToken(headers))
    if (!key) throw new AppError('not-found')
    return key
  }

  async function placeOf(key: PlaceKey): Promise<Place> {
    const place = await readPlace(pool, key.entryId)
    if (!place) throw new AppError('not-found')
    return { ...place, mailed: isMailed(key) }
  }
}
