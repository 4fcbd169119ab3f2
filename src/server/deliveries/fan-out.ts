import type { Db, PgBoss } from 'pg-boss'
import { type Channel, CHANNELS } from '#shared/integrations.ts'
import { queueDeliveries } from './enqueue.ts'
import { newestNames, takeKeptNames } from './full-names.ts'
import type { Jobs, JoinedEntry } from '../jobs/jobs.ts'
import { LEFT_BY_JOINS } from './left-by-joins.ts'
import { setAside } from './set-aside.ts'

/**
 * Turns the work left by joins, oldest first, into the jobs of each channel. This happens in the transaction that ends
 * the fan-out, so exactly once.
 */
export async function fanOut(
  boss: PgBoss,
  tx: Db,
  { batches, isSetUp }: { batches: Jobs['fan-out'][]; isSetUp: (channel: Channel) => boolean },
): Promise<void> {
  const joined = newestNames(batches.flatMap((batch) => batch.joined))
  const credited = batches.flatMap((batch) => batch.credited)
  const asked = newestNames(batches.flatMap((batch) => batch.asked ?? []))
  for (const channel of CHANNELS) await leave(channel)

  async function leave<Name extends Channel>(name: Name): Promise<void> {
    const leftBy = LEFT_BY_JOINS[name]
    if (!leftBy) return
    if (!isSetUp(name)) return setAside(boss, tx, { name, bodies: leftBy({ joined, credited, asked }) })
    const named = name === 'add-to-notion' ? await withKeptNames() : joined
    return queueDeliveries(boss, tx, { name, bodies: leftBy({ joined: named, credited, asked }) })
  }

  /** A kept name may be newer: after a crash, a fan-out may run later than the fan-outs of later joins. */
  async function withKeptNames(): Promise<JoinedEntry[]> {
    const ids = joined.map(({ entry_id }) => entry_id)
    return newestNames([...(await takeKeptNames(tx, ids)), ...joined])
  }
}
