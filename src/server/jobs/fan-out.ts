import type { Db, PgBoss } from 'pg-boss'
import { insertJob } from './enqueue.ts'
import type { Jobs } from './jobs.ts'

/** Turns what joins left to do into the jobs of each channel, in the transaction that ends the fan-out: exactly once. */
export async function fanOut(boss: PgBoss, tx: Db, batches: Jobs['fan-out'][]): Promise<void> {
  const joined = batches.flatMap((batch) => batch.joined)
  const entries = joined.map(({ entry_id }) => ({ entry_id }))
  const credited = batches.flatMap((batch) => batch.credited)
  await insertJob(boss, tx, { name: 'send-waitlist-email', bodies: entries })
  await insertJob(boss, tx, { name: 'add-to-notion', bodies: joined })
  await insertJob(boss, tx, { name: 'sync-to-beehiiv', bodies: entries })
  await insertJob(boss, tx, { name: 'send-referral-notification', bodies: credited })
}
