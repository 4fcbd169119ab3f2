import type { OutgoingHttpHeaders } from 'node:http'
import { paths } from '#shared/paths.ts'
import type { App } from '../http/server.ts'
import type { Live } from './live.ts'
import { readSession } from '../http/session-cookies.ts'

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Without this header a proxy may buffer events until it has many.
  'x-accel-buffering': 'no',
}

/** The unread bytes at which a listener counts as gone. */
const MOST_UNREAD = 64 * 1024

/** Server-Sent Events, see `LIVE_EVENTS` of src/shared. Register it where a session is required. */
export function liveRoutes(app: App, { live }: { live: Live }) {
  app.get(paths.api.adminLive, { schema: { hide: true } }, (request, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
    raw.write('retry: 2000\n\n')
    const stopListening = live.listen({
      token: readSession(request)!,
      send: (text) => {
        if (raw.writableLength > MOST_UNREAD) raw.destroy()
        else raw.write(text)
      },
      end: () => raw.end(),
    })
    raw.on('close', stopListening)
  })
  app.addHook('preClose', async () => live.stop())
}
