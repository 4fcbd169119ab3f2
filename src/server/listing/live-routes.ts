import { type LiveEvent, SIGN_OF_LIFE } from '#shared/owner/admin.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { readSession } from '../http/session-cookies.ts'
import { ROUTES } from '#shared/routes.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { findClosed } from '../accounts/sessions.ts'
import { readChanges } from './rows/counter.ts'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

type Listener = { token: string; send: (text: string) => void; end: () => void }

const POLL_MS = 1_000

const EVENT_BY_COUNTER = {
  last_position: 'joined',
  listed: 'joined',
  updates: 'updated',
  syncs: 'sync',
  messages: 'message',
} as const

/** Sends live events as Server-Sent Events. Register it where a session is required. */
export function liveRoutes(app: App, ctx: Context) {
  const live = createLive(ctx)
  route(app, ROUTES.live, (request, reply) => {
    const { onClose, ...stream } = startEventStream(reply)
    onClose(live.listen({ token: readSession(request)!, ...stream }))
  })
  app.addHook('preClose', async () => live.stop())
}

/** The counters are in the database, so every server finds the changes of all. */
function createLive({ dashboardPool, pool, logFailure }: Context) {
  const listeners = new Set<Listener>()
  let polling: Repeating | undefined
  let known: Awaited<ReturnType<typeof readChanges>> | undefined

  async function poll() {
    if (listeners.size === 0) {
      polling = known = undefined
      return null
    }
    const changes = await readChanges(dashboardPool)
    const events = known ? eventsBetween(known, changes) : []
    // Keeps proxies from closing idle connections, and shows both sides a lost one.
    tell([...events, SIGN_OF_LIFE].map((event) => `event: ${event}\ndata: {}\n\n`).join(''))
    known = changes
    await dismissClosed()
    return POLL_MS
  }

  function tell(text: string) {
    for (const listener of listeners) listener.send(text)
  }

  async function dismissClosed() {
    const closed = await findClosed(pool, [...new Set([...listeners].map(({ token }) => token))])
    for (const listener of listeners) if (closed.includes(listener.token)) dismiss(listener)
  }

  function dismiss(listener: Listener) {
    listeners.delete(listener)
    listener.end()
  }

  return {
    listen(listener: Listener): () => void {
      listeners.add(listener)
      const failure = 'live events could not be read'
      polling ??= startRepeating({ step: poll, restMs: POLL_MS, atOnce: true, failure, logFailure })
      return () => void listeners.delete(listener)
    },
    stop() {
      void polling?.stop()
      for (const listener of listeners) dismiss(listener)
    },
  }
}

function eventsBetween(before: Record<keyof typeof EVENT_BY_COUNTER, string>, after: typeof before): LiveEvent[] {
  const counters = Object.keys(EVENT_BY_COUNTER) as (keyof typeof EVENT_BY_COUNTER)[]
  const changed = counters.filter((counter) => before[counter] !== after[counter])
  return [...new Set(changed.map((counter) => EVENT_BY_COUNTER[counter]))]
}

type EventStream = {
  send: (text: string) => void
  end: () => void
  /** Once, whichever side ended the stream, at once if the client has left already. */
  onClose: (work: () => void) => void
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise a server that stops may keep the connection open.
  connection: 'close',
  // Otherwise a proxy may buffer events.
  'x-accel-buffering': 'no',
}

const MOST_UNREAD = 64 * 1024

function startEventStream(reply: FastifyReply): EventStream {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
  raw.write('retry: 2000\n\n')
  return {
    send: (text) => {
      if (raw.writableLength > MOST_UNREAD) raw.destroy()
      else raw.write(text)
    },
    end: () => raw.end(),
    onClose: (work) => void (raw.destroyed ? work() : raw.once('close', work)),
  }
}
