import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { isSameSecret } from '../http/is-from-here.ts'
import { StartFailure } from '../base/start-failure.ts'
import type { Metrics } from './metrics.ts'
import { readBackups } from './backups.ts'
import { countUndone, type Undone } from '../deliveries/services/integration-queries.ts'
import { readTasks } from '../db/tasks.ts'
import { isHeld } from '../outbox/service-queries.ts'
import { type Behind, readBehind } from '../people/events/followers.ts'
import { readCalendar } from '../listing/sql/read-tally.ts'
import type { Pool } from '../db/query.ts'
import type { App } from '../http/route.ts'
import { FOLLOWER } from '../listing/log/catch-up.ts'

type Dependencies = { metrics: Metrics; pool: Pool }

/** All requests without the token get a 404. */
export function metricsRoute(app: App, { metrics, pool, token }: Dependencies & { token: string }) {
  app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (!isSameSecret(authorization, `Bearer ${token}`)) return reply.callNotFound()
    const { contentType, text } = await metrics.print(() => readState(pool))
    return reply.header('content-type', contentType).send(text)
  })
}

/** Only programs on this machine can reach the port, so it needs no token. */
export async function serveMetrics(
  port: number,
  { metrics, pool }: Dependencies,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(async ({ url, method }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const { contentType, text } = await metrics.print(() => readState(pool))
    response.writeHead(200, { 'content-type': contentType }).end(text)
  })
  await listen(server, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (cause) {
    throw new StartFailure(
      `The metrics cannot be served at port ${port} (${(cause as Error).message}). Set METRICS_PORT to another number.`,
      { cause },
    )
  }
}

export type State = {
  entries: number
  /** What lists and figures still lack. */
  behind: Behind
  undone: Undone[]
  tasks: { name: string; failures: number }[]
  isHeld: boolean
  backupAt: Date | null
  isBackupFailed: boolean
}

async function readState(pool: Pool): Promise<State> {
  const [{ entries }, behind, undone, tasks, held, { last, failure }] = await Promise.all([
    readCalendar(pool),
    readBehind(pool, FOLLOWER),
    countUndone(pool),
    readTasks(pool),
    isHeld(pool),
    readBackups(pool),
  ])
  const backupAt = last ? new Date(last.at) : null
  return { entries, behind, undone, tasks, isHeld: held, backupAt, isBackupFailed: failure !== null }
}
