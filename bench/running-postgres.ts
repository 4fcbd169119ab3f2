import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readSecret, SUPERUSER } from '../src/server/db/embedded/cluster.ts'
import { readPostmaster } from '../src/server/db/embedded/postmaster.ts'

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

/** So that one run's jobs do not load the next run. In a crowd they start a few seconds later. */
export async function waitForJobs(dataDir: string): Promise<void> {
  const client = await connectToRunning(dataDir)
  const hasQueue = (await client.query(`select to_regclass('pgboss.job') is not null as is_1_0`)).rows[0].is_1_0
  const isLeft = hasQueue
    ? `select exists (select from pgboss.job where name = 'fan-out' and state < 'completed') as is_left`
    : 'select bool_or(seq < last_event) as is_left from waitlist_counter, followers'
  while ((await client.query(isLeft)).rows[0].is_left) await pause(250)
  await client.end()
}
