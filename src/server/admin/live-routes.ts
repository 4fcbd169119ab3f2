import { paths } from '#shared/site/paths.ts'
import { startEventStream } from '../http/event-stream.ts'
import type { App } from '../http/server.ts'
import type { Live } from './live.ts'
import { readSession } from '../http/session-cookies.ts'

/**
 * Sends live events as Server-Sent Events, see `LIVE_EVENTS` in src/shared. Register it where a session is required.
 */
export function liveRoutes(app: App, { live }: { live: Live }) {
  app.get(paths.api.adminLive, { schema: { hide: true } }, (request, reply) => {
    const { onClose, ...stream } = startEventStream(reply)
    onClose(live.listen({ token: readSession(request)!, ...stream }))
  })
  app.addHook('preClose', async () => live.stop())
}
