import type { Db, PgBoss } from 'pg-boss'
import { asDb, type Enqueue, insertJobs, writeJobs } from '../jobs/enqueue.ts'
import type { Channel } from '#shared/integrations.ts'
import { isChannel, type Jobs, targetOf } from '../jobs/jobs.ts'
import { recordQueued } from './queries.ts'

/** Writes jobs. A channel's job also gets a delivery, from which the job can be restored if the queue loses it. */
export const enqueue: Enqueue = async (tx, name, bodies, options) => {
  if (isChannel(name) && bodies.length > 0)
    await recordQueued(asDb(tx), name, (bodies as Jobs[Channel][]).map(targetOf))
  await writeJobs(tx, name, bodies, options)
}

/** Does the same for jobs of a channel, with the queue's own statement. */
export async function queueDeliveries<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  await recordQueued(db, name, bodies.map(targetOf))
  await insertJobs(boss, db, { name, bodies })
}
