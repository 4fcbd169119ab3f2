import type { Db, PgBoss } from 'pg-boss'
import { type Channel, CHANNELS } from '#shared/integrations.ts'
import { queueDeliveries } from './enqueue.ts'
import { UNCONFIRMED_AMONG } from '../people/unconfirmed.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { LEFT_BY_JOINS } from './left-by-joins.ts'
import { setAside } from './set-aside.ts'

/**
 * Turns the work left by joins, oldest first, into the jobs of each channel. This happens in the transaction that ends
 * the fan-out, so exactly once. People who still have to confirm their address get a mail that asks for it, and nothing
 * else.
 */
export async function fanOut(
  boss: PgBoss,
  tx: Db,
  { batches, isSetUp }: { batches: Jobs['fan-out'][]; isSetUp: (channel: Channel) => boolean },
): Promise<void> {
  const all = unique(batches.flatMap((batch) => batch.joined))
  const credited = batches.flatMap((batch) => batch.credited)
  const { rows } = await tx.executeSql(UNCONFIRMED_AMONG, [all.map(({ entry_id }) => entry_id)])
  const unconfirmed = new Set(rows.map(({ id }: { id: string }) => id))
  const joined = all.filter(({ entry_id }) => !unconfirmed.has(entry_id))
  const waiting = all.filter(({ entry_id }) => unconfirmed.has(entry_id))
  const asked = unique([...batches.flatMap((batch) => batch.asked ?? []), ...waiting])
  for (const channel of CHANNELS) await leave(channel)

  async function leave<Name extends Channel>(name: Name): Promise<void> {
    const leftBy = LEFT_BY_JOINS[name]
    if (!leftBy) return
    const bodies = leftBy({ joined, credited, asked })
    if (!isSetUp(name)) return setAside(tx, { name, bodies })
    return queueDeliveries(boss, tx, { name, bodies })
  }
}

/** Each person once. Drops the names that servers of the version before put into their jobs. */
function unique(people: { entry_id: string }[]): { entry_id: string }[] {
  return [...new Set(people.map(({ entry_id }) => entry_id))].map((entry_id) => ({ entry_id }))
}
