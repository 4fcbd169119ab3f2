import { setTimeout as pause } from 'node:timers/promises'
import { connectToRunning } from './running-postgres.ts'

/** So that one run's jobs do not load the next run. In a crowd they start a few seconds later. */
export async function waitForJobs(dataDir: string): Promise<void> {
  const client = await connectToRunning(dataDir)
  const isLeft = `select seq < last_event as is_left from waitlist_counter, followers where name = 'outbox'`
  while ((await client.query(isLeft)).rows[0].is_left) await pause(250)
  await client.end()
}
