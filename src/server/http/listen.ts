import { type AddressInfo, Server } from 'node:net'
import { promisify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../base/start-failure.ts'
import type { App } from './server.ts'

/** Beyond the backlog, a browser retries after a second. */
const WAITING_CONNECTIONS = 4_096

/** In milliseconds. */
const LAST_REQUESTS = 5_000

/** For a proxy that polls `/readyz` every second. */
const DRAIN_MS = 2_500

/** 20 ms apart, without a new request: then no client can have one under way. */
const QUIET_LOOKS = 20

type Place = Pick<Config, 'host' | 'port'>

/** Returns the port. Throws a StartFailure that tells the operator what to do. */
export async function listen(app: App, place: Place): Promise<number> {
  const { level } = app.log
  try {
    app.log.level = 'warn'
    await app.listen({ ...place, backlog: WAITING_CONNECTIONS })
    return (app.server.address() as AddressInfo).port
  } catch (error) {
    throw new StartFailure(whyNotListening(place, error), { cause: error })
  } finally {
    app.log.level = level
  }
}

function whyNotListening({ host, port }: Place, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that, or set PORT to another number.`
  if (code === 'EACCES') return `This user may not use port ${port}. Set PORT to a number above 1023.`
  return `The server cannot listen at ${host}, port ${port} (${message}). Correct HOST or PORT.`
}

/** An open connection may be cut when the server stops. */
export async function drain(app: App): Promise<void> {
  closeAfterAnswers(app)
  await pause(DRAIN_MS)
}

function closeAfterAnswers(app: App): void {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
}

/**
 * Behind the answer to its next request. Node's own `close` cuts idle connections at once, which may have a request
 * under way.
 */
export async function closeApp(app: App): Promise<void> {
  if (app.server.listening) {
    closeAfterAnswers(app)
    let looks = 0
    app.server.prependListener('request', () => (looks = 0))
    // Behind the events of sockets: every connection that waits has been accepted.
    await new Promise((resolve) => setImmediate(resolve))
    Server.prototype.close.call(app.server)
    const end = performance.now() + LAST_REQUESTS
    for (; looks < QUIET_LOOKS && performance.now() < end && (await connectionsOf(app)) > 0; looks += 1) await pause(20)
  }
  const impatience = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS)
  await app.close()
  clearTimeout(impatience)
}

function connectionsOf({ server }: App): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}
