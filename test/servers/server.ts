import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../../src/server/db/client.ts'
import { type Program, start } from './process.ts'

export const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

/** The complete server as a separate process, without logs. */
export function startServer(env: Record<string, string>): Program {
  const { TEST_LOGS } = process.env
  const watched = TEST_LOGS ? ['--import', join(import.meta.dirname, 'log-slow-requests.ts')] : []
  return start([process.execPath, ...watched, MAIN], {
    env: { LOG_LEVEL: 'silent', ...(TEST_LOGS && { TEST_LOGS }), ...env },
  })
}

/** The address of a server that was started on any free port. */
export async function addressOf(server: Program): Promise<string> {
  return /http:\S+/.exec(await server.line(/http:/))![0]
}

/** The settings of a server on a test's own database and any free port. */
export function databaseOf({ host, port, user, password, database }: Connection): Record<string, string> {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return { DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?${query}`, PORT: '0' }
}

/** A port, a data directory and a folder for temporary files that nothing else uses. */
export async function newPlace() {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'firstchair-main-'))
  const port = await freePort()
  const TMPDIR = join(folder, 'tmp')
  await mkdir(TMPDIR)
  return {
    folder,
    address: `http://localhost:${port}`,
    env: { PORT: String(port), DATA_DIR: join(folder, 'data'), TMPDIR },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Begins at random: a server of an earlier worker or run may still be stopping on its port. */
let nextPort = randomInt(500)

/**
 * A free port that nothing else takes before a server listens: each worker has 500 ports of its own, below the
 * ephemeral ports.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0)
  for (;;) {
    const port = 11_000 + 500 * (worker % 10) + (nextPort++ % 500)
    const probe = await listen(port).catch(() => null)
    if (!probe) continue
    await probe[Symbol.asyncDispose]()
    return port
  }
}

/** Occupies a port, as another program would. 0 stands for any free port. */
export async function listen(port: number) {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
