import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../src/server/db/client.ts'
import { insertPasswordHash } from '../src/server/accounts/password.ts'
import { createDatabase, TEMPLATE } from '../test/servers/database.ts'
import { OWNER_PASSWORD_HASH } from '../test/people/owner-password.ts'
import { databaseOf, newPlace } from '../test/servers/server.ts'
import { onOwnClient } from '../src/server/db/pool.ts'

/** The path of the file with the connection to the PostgreSQL of all browser tests. */
export function postgresFile(): string {
  return join(process.env.E2E_DATA_DIR!, 'postgres.json')
}

/** An empty list whose owner has the password of all tests. */
export async function newList(server: Connection) {
  const database = await createDatabase(TEMPLATE, server)
  await onOwnClient(database.connection, (client) => insertPasswordHash(client, OWNER_PASSWORD_HASH))
  return database
}

/** A place for a server of the test's own, with an empty list. `hasOwner`: somebody can sign in. */
export async function newOwnPlace({ hasOwner = true } = {}) {
  const place = await newPlace()
  const server = JSON.parse(readFileSync(postgresFile(), 'utf8')) as Connection
  const { connection, drop } = await (hasOwner ? newList(server) : createDatabase(TEMPLATE, server))
  return {
    ...place,
    connection,
    env: { ...place.env, ...databaseOf(connection), PORT: place.env.PORT },
    [Symbol.asyncDispose]: () => drop().finally(place[Symbol.asyncDispose]),
  }
}
