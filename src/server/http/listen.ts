import type { RequestListener } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { promisify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../base/config/config.ts'
import { StartFailure } from '../base/start-failure.ts'
import type { FastifyInstance } from 'fastify'
import { limitLines } from '../base/limit-lines.ts'
import type { App } from './route.ts'

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

export async function drain({ server }: App): Promise<void> {
  server.prependListener('request', closeAfterAnswer)
  await pause(DRAIN_MS)
  server.off('request', closeAfterAnswer)
}

const closeAfterAnswer: RequestListener = (_request, response) => response.setHeader('connection', 'close')

/** Node's own `close` cuts idle connections at once, which may have a request under way. */
export async function closeApp(app: App): Promise<void> {
  if (app.server.listening) {
    let looks = 0
    app.server.prependListener('request', () => (looks = 0))
    await acceptWaiting(app)
    Server.prototype.close.call(app.server)
    // Only now: a client whose connection is closed connects again, and would wait when the server stops listening.
    app.server.prependListener('request', closeAfterAnswer)
    const end = performance.now() + LAST_REQUESTS
    for (; looks < QUIET_LOOKS && performance.now() < end && (await connectionsOf(app)) > 0; looks += 1) await pause(20)
  }
  const impatience = setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS)
  await app.close()
  clearTimeout(impatience)
}

/** Connections that still wait when the server stops listening are reset. Node accepts one in each turn of its loop. */
async function acceptWaiting({ server }: App): Promise<void> {
  let isWaiting = true
  const note = () => (isWaiting = true)
  server.on('connection', note)
  for (let turns = 0; isWaiting && turns < WAITING_CONNECTIONS; turns += 1) {
    isWaiting = false
    await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', note)
}

function connectionsOf({ server }: App): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}

const OWN_FILES = 96

const ENOUGH_FILES = 4_096

/** Leaves files for the database. Without files, the system drops connections silently. */
export function limitConnections(app: FastifyInstance, openFiles = readMostOpenFiles()) {
  const { server, log } = app
  const most = Math.max(openFiles - OWN_FILES, Math.floor(openFiles / 2))
  server.maxConnections = most
  if (openFiles < ENOUGH_FILES) {
    log.warn(
      `This process may have ${openFiles} files open, so at most ${most} connections at a time. A crowd needs more: raise the limit to 65536 (ulimit -n, LimitNOFILE in systemd).`,
    )
  }
  const refused = limitLines({
    most: 1,
    sumUp: (more) => log.warn(`${more} more connections were refused, because ${most} were open`),
  })
  server.on('drop', () => {
    refused.write(() => log.warn(`A connection was refused, because ${most} are open. Raise the limit of open files.`))
  })
  app.addHook('onClose', async () => refused.end())
}

function readMostOpenFiles(): number {
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: { open_files: { soft: unknown } } }
  const limit = Number(userLimits?.open_files.soft)
  return Number.isInteger(limit) ? limit : Number.POSITIVE_INFINITY
}
