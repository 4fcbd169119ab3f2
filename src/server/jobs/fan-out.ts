import type { Db, PgBoss } from 'pg-boss'
import { queueDeliveries } from './enqueue.ts'
import { dropKeptNames } from './full-names.ts'
import type { Channel, Jobs } from './jobs.ts'
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
  // Of somebody who joined twice, the newest answers and name.
  const joined = [...new Map(batches.flatMap((batch) => batch.joined).map((body) => [body.entry_id, body])).values()]
  const entries = joined.map(({ entry_id }) => ({ entry_id }))
  const credited = batches.flatMap((batch) => batch.credited)
  await leave('send-waitlist-email', entries)
  if (isSetUp('add-to-notion')) {
    await dropKeptNames(
      tx,
      joined.map(({ entry_id }) => entry_id),
    )
  }
  await leave('add-to-notion', joined)
  await leave('sync-to-beehiiv', entries)
  await leave('send-referral-notification', credited)

  function leave<Name extends Channel>(name: Name, bodies: Jobs[Name][]): Promise<void> {
    return isSetUp(name) ? queueDeliveries(boss, tx, { name, bodies }) : setAside(boss, tx, { name, bodies })
  }
}
