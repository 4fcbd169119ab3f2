import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findRunning } from '../src/server/db/embedded-postgres.ts'

/**
 * In a crowd, what joins leave to do waits a few seconds. Resolves when none of it is left, so that one run's jobs are not
 * another's load.
 */
export async function waitForJobs(dataDir: string): Promise<void> {
  const client = new pg.Client((await findRunning(dataDir))!)
  await client.connect()
  const isLeft = `select exists (select from pgboss.job where name = 'fan-out' and state < 'completed') as is_left`
  while ((await client.query(isLeft)).rows[0].is_left) await pause(250)
  await client.end()
}
