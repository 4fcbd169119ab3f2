import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { Config } from '../config/config.ts'
import { startEventStream } from '../http/event-stream.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { RouteLimit } from '../http/limit-rates.ts'
import { limitedNetworks } from '../config/visitor-address.ts'
import type { LogFailure } from '../base/log-failures.ts'
import type { PlaceKey, Tokens } from '../tokens/tokens.ts'
import { createLivePlaces } from './live-places.ts'
import type { OwnPart } from './read-place.ts'
import type { Surroundings } from './read-surroundings.ts'

type Dependencies = {
  pool: pg.Pool
  tokens: Tokens
  openPlace: (request: FastifyRequest) => Promise<PlaceKey>
  partsOf: (key: PlaceKey) => Promise<{ own: OwnPart; line: Surroundings }>
  config: Pick<Config, 'trustProxy'>
  limit: { rateLimit: RouteLimit }
  logFailure: LogFailure
}

/** Sends places as Server-Sent Events, see `Place` in src/shared/joining/place.ts. */
export function livePlaceRoutes(
  app: App,
  { pool, tokens, openPlace, partsOf, config: { trustProxy }, limit, logFailure }: Dependencies,
) {
  const live = createLivePlaces({ pool, tokens, logFailure })
  app.addHook('preClose', async () => live.stop())
  route(
    app,
    ROUTES.placeLive,
    async (request, reply) => {
      const key = await openPlace(request)
      const parts = await partsOf(key)
      live.listen(() => startEventStream(reply), { key, ...parts, from: limitedNetworks(request.ip, trustProxy) })
      return reply
    },
    { config: limit },
  )
}
