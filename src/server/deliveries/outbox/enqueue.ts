import type pg from 'pg'
import type { Db, PgBoss } from 'pg-boss'
import { inTransaction } from '../../db/transaction.ts'
import { asDb, type Enqueue, insertJobs, writeJobs } from '../../jobs/enqueue.ts'
import { type Channel, SERVICE_OF } from '#shared/owner/integrations.ts'
import { isChannel, type Jobs, type Target, targetOf } from '../../jobs/jobs.ts'
import { recordQueued } from './delivery-queries.ts'
import { holdPause } from './service-queries.ts'
import { isKept } from './subjects.ts'

/**
 * Writes jobs. A channel's job also gets a delivery, from which the job can be restored if the queue loses it. Nothing
 * is written about erased people.
 */
export const enqueue: Enqueue = async (tx, name, bodies, options) => {
  if (!isChannel(name) || bodies.length === 0) return writeJobs(tx, name, bodies, options)
  const recorded = await recordQueued(asDb(tx), name, (bodies as Jobs[Channel][]).map(targetOf))
  await writeJobs(tx, name, keepRecorded(bodies as Jobs[Channel][], recorded) as typeof bodies, options)
}

/** Like `enqueue`, for jobs of one channel, but writes the jobs with pg-boss's own statement. */
export async function queueDeliveries<Name extends Channel>(
  boss: PgBoss,
  db: Db,
  { name, bodies }: { name: Name; bodies: Jobs[Name][] },
): Promise<void> {
  if (bodies.length === 0) return
  const recorded = await recordQueued(db, name, bodies.map(targetOf))
  await insertJobs(boss, db, { name, bodies: keepRecorded(bodies, recorded) })
}

/** The bodies whose deliveries were recorded. */
function keepRecorded<Body extends Jobs[Channel]>(bodies: Body[], recorded: Target[]): Body[] {
  const keyOf = ({ entry_id, friend_id }: Target) => `${entry_id} ${friend_id ?? ''}`
  const keys = new Set(recorded.map(keyOf))
  return bodies.filter((body) => keys.has(keyOf(targetOf(body))))
}

type Postponed<Name extends Channel> = { name: Name; body: Jobs[Name]; startAfter: Date | 'pause'; keepUntil?: Date }

/**
 * Writes a job for later, unless its person or message was erased meanwhile. `pause`: the job starts when the
 * service's pause ends.
 */
export function postpone<Name extends Channel>(
  { boss, pool }: { boss: PgBoss; pool: pg.Pool },
  { name, body, startAfter, keepUntil }: Postponed<Name>,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    if (!(await isKept(tx, name, targetOf(body)))) return
    const begins = startAfter === 'pause' ? await holdPause(tx, SERVICE_OF[name]) : startAfter
    await insertJobs(boss, asDb(tx), { name, bodies: [body], startAfter: begins, keepUntil: () => keepUntil })
  })
}
