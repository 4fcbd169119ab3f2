import { ROUTES } from '#shared/routes.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { Counters } from './counters.ts'

/** One visit causes about fifteen events, and everybody in a salon or a school shares one address. */
const EVENTS_PER_ADDRESS = { max: 600 }

/** Without cookies, ids or addresses. */
export function analyticsRoutes(app: App, { counters }: { counters: Counters }) {
  route(
    app,
    ROUTES.countEvent,
    async (request) => {
      counters.count(request.body)
    },
    { config: { rateLimit: EVENTS_PER_ADDRESS } },
  )
  app.addHook('onClose', () => counters.stop())
}
