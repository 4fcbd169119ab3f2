import type { Db, PgBoss } from 'pg-boss'
import { asDb, type Enqueue, insertJobs, writeJobs } from '../jobs/enqueue.ts'
import type { Channel } from '#shared/integrations.ts'
import { isChannel, type Jobs, targetOf } from '../jobs/jobs.ts'
import { recordQueued } from './queries.ts'

/** Writes jobs, and with each of a channel the delivery that remembers it should the queue forget. */
export const enqueue: Enqueue = async (tx, name, bodies, options) => {
  if (isChannel(name) && bodies.length > 0)
    await recordQueued(asDb(tx), name, (bodies as Jobs[Channel][]).map(targetOf))
  await writeJobs(tx, name, bodies, options)
}

/** The same for jobs of a channel, by way of the queue's own statement. */
export async function queueDeliveries<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordQueued(db, name, bodies.map(targetOf))
  await insertJobs(boss, db, { name, bodies })
}
