import type { Db, PgBoss } from 'pg-boss'
import { queueDeliveries } from './enqueue.ts'
import { newestNames, takeKeptNames } from './full-names.ts'
import type { Channel, Jobs, Joined } from '../jobs/jobs.ts'
import { setAside } from './set-aside.ts'

/**
 * Turns what joins left to do, the oldest first, into the jobs of each channel, in the transaction that ends the
 * fan-out: exactly once.
 */
export async function fanOut(
  boss: PgBoss,
  tx: Db,
  { batches, isSetUp }: { batches: Jobs['fan-out'][]; isSetUp: (channel: Channel) => boolean },
): Promise<void> {
  const joined = newestNames(batches.flatMap((batch) => batch.joined))
  const entries = joined.map(({ entry_id }) => ({ entry_id }))
  const credited = batches.flatMap((batch) => batch.credited)
  await leave('send-waitlist-email', entries)
  await leave('add-to-notion', isSetUp('add-to-notion') ? await withKeptNames() : joined)
  await leave('sync-to-beehiiv', entries)
  await leave('send-referral-notification', credited)

  /** A name that is kept may be newer: fan-outs that crash come later than those of later joins. */
  async function withKeptNames(): Promise<Joined[]> {
    const ids = entries.map(({ entry_id }) => entry_id)
    return newestNames([...(await takeKeptNames(tx, ids)), ...joined])
  }

  function leave<Name extends Channel>(name: Name, bodies: Jobs[Name][]): Promise<void> {
    return isSetUp(name) ? queueDeliveries(boss, tx, { name, bodies }) : setAside(boss, tx, { name, bodies })
  }
}
