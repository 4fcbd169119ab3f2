import { ROUTES } from '#shared/routes.ts'
import { startEventStream } from '../http/event-stream.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { readSession } from '../http/session-cookies.ts'
import { createLive, type LiveSources } from './live.ts'

/**
 * Sends live events as Server-Sent Events, see `LIVE_EVENTS` in src/shared. Register it where a session is required.
 */
export function liveRoutes(app: App, sources: LiveSources) {
  const live = createLive(sources)
  route(app, ROUTES.live, (request, reply) => {
    const { onClose, ...stream } = startEventStream(reply)
    onClose(live.listen({ token: readSession(request)!, ...stream }))
  })
  app.addHook('preClose', async () => live.stop())
}
