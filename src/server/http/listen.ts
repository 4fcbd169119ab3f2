import { type AddressInfo, Server } from 'node:net'
import { promisify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../base/start-failure.ts'
import type { App } from './server.ts'

const WAITING_CONNECTIONS = 4_096

const LAST_REQUESTS = 5_000

const DRAIN_MS = 2_500

/** 20 ms apart: then no client can have a request under way. */
const QUIET_LOOKS = 20

type Place = Pick<Config, 'host' | 'port'>

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

export async function drain(app: App): Promise<void> {
  closeAfterAnswers(app)
  await pause(DRAIN_MS)
}

function closeAfterAnswers(app: App): void {
  app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
}

/** Node's own `close` cuts idle connections at once, which may have a request under way. */
export async function closeApp(app: App): Promise<void> {
  if (app.server.listening) {
    closeAfterAnswers(app)
    let looks = 0
    app.server.prependListener('request', () => (looks = 0))
    // So that every connection that waits is accepted.
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
