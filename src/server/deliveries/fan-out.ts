import type { Db, PgBoss } from 'pg-boss'
import { type Channel, CHANNELS } from '#shared/integrations.ts'
import { queueDeliveries } from './enqueue.ts'
import { hasName, keepFullNames, newestNames, takeKeptNames } from './full-names.ts'
import { UNCONFIRMED_AMONG } from '../people/unconfirmed.ts'
import type { Jobs, JoinedEntry } from '../jobs/jobs.ts'
import { LEFT_BY_JOINS } from './left-by-joins.ts'
import { setAside } from './set-aside.ts'

/**
 * Turns the work left by joins, oldest first, into the jobs of each channel. This happens in the transaction that ends
 * the fan-out, so exactly once. People who still have to confirm their address get a mail that asks for it, and nothing
 * else: their names wait.
 */
export async function fanOut(
  boss: PgBoss,
  tx: Db,
  { batches, isSetUp }: { batches: Jobs['fan-out'][]; isSetUp: (channel: Channel) => boolean },
): Promise<void> {
  const all = newestNames(batches.flatMap((batch) => batch.joined))
  const credited = batches.flatMap((batch) => batch.credited)
  const { rows } = await tx.executeSql(UNCONFIRMED_AMONG, [all.map(({ entry_id }) => entry_id)])
  const unconfirmed = new Set(rows.map(({ id }: { id: string }) => id))
  const joined = all.filter(({ entry_id }) => !unconfirmed.has(entry_id))
  const waiting = all.filter(({ entry_id }) => unconfirmed.has(entry_id))
  const asked = newestNames([...batches.flatMap((batch) => batch.asked ?? []), ...waiting]).map(({ entry_id }) => ({
    entry_id,
  }))
  await keepFullNames(boss, tx, waiting.filter(hasName))
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
