import * as z from 'zod/mini'
import { EventRequest } from '#shared/joining/analytics-event.ts'
import { paths } from '#shared/site/paths.ts'
import type { App } from '../http/server.ts'
import type { Counters } from './counters.ts'

/** One visit causes about fifteen events, and everybody in a salon or a school shares one address. */
const EVENTS_PER_ADDRESS = { max: 600 }

/** Accepts events without cookies, ids or addresses, and answers before the counts are written. */
export function analyticsRoutes(app: App, { counters }: { counters: Counters }) {
  app.post(
    paths.api.events,
    {
      schema: { body: EventRequest, response: { 204: z.null() } },
      config: { rateLimit: EVENTS_PER_ADDRESS },
    },
    async (request, reply) => {
      counters.count(request.body)
      return reply.code(204).send(null)
    },
  )
  app.addHook('onClose', () => counters.stop())
}
