import { join } from 'node:path'
import pg from 'pg'
import { readSecret } from '../src/server/db/embedded/cluster.ts'
import { readPostmaster } from '../src/server/db/embedded/postmaster.ts'
import { SUPERUSER } from '../src/server/db/embedded/role.ts'

/** As its superuser: older versions have no other role. */
export async function connectToRunning(dataDir: string): Promise<pg.Client> {
  const folder = join(dataDir, 'postgres')
  const running = await readPostmaster(folder)
  if (!running) throw new Error(`No PostgreSQL runs in ${dataDir}`)
  const password = await readSecret(folder)
  const client = new pg.Client({ host: running.socketDir, user: SUPERUSER, password, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return client
}
