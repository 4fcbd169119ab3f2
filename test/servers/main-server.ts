import { join } from 'node:path'
import type { Connection } from '../../src/server/db/client.ts'
import { type Program, start } from './process.ts'

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

/** The server as a separate process, on any free port, without logs, with this database. */
export function startMain(database: { connection: Connection }, env: Record<string, string> = {}): Program {
  return start([process.execPath, MAIN], { env: { ...databaseOf(database.connection), ...env } })
}

/** The environment variables of a server with this database. */
function databaseOf({ host, port, user, password, database }: Connection): Record<string, string> {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return {
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?${query}`,
    PORT: '0',
    LOG_LEVEL: 'silent',
  }
}

/** Sends a `POST` once the server has started. */
export async function postTo(server: Program, path: string, body: object, headers: Record<string, string> = {}) {
  const address = /http:\S+/.exec(await server.line(/http:/))![0]
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
