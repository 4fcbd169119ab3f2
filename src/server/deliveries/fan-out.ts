import type { Db, PgBoss } from 'pg-boss'
import { type Channel, CHANNELS } from '#shared/owner/integrations.ts'
import { queueDeliveries } from './outbox/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { LEFT_BY_JOINS } from './left-by-joins.ts'
import { setAside } from './outbox/set-aside.ts'

/**
 * Turns the work that sign-ups left, oldest first, into the jobs of each channel. This happens exactly once, in the
 * transaction that completes the fan-out.
 */
export async function fanOut(
  boss: PgBoss,
  tx: Db,
  { batches, isSetUp }: { batches: Jobs['fan-out'][]; isSetUp: (channel: Channel) => boolean },
): Promise<void> {
  const joined = unique(batches.flatMap((batch) => batch.joined))
  const credited = batches.flatMap((batch) => batch.credited)
  const asked = unique(batches.flatMap((batch) => batch.asked ?? []))
  for (const channel of CHANNELS) await leave(channel)

  async function leave<Name extends Channel>(name: Name): Promise<void> {
    const leftBy = LEFT_BY_JOINS[name]
    if (!leftBy) return
    const bodies = leftBy({ joined, credited, asked })
    if (!isSetUp(name)) return setAside(tx, { name, bodies })
    return queueDeliveries(boss, tx, { name, bodies })
  }
}

/** Each person once. Drops the names that servers of the previous version put into their jobs. */
function unique(people: { entry_id: string }[]): { entry_id: string }[] {
  return [...new Set(people.map(({ entry_id }) => entry_id))].map((entry_id) => ({ entry_id }))
}
