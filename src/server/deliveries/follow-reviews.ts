import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Channel } from '#shared/integrations.ts'
import { inTransaction } from '../db/transaction.ts'
import { asDb } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readStandings } from '../people/read-person.ts'
import type { Deliveries } from './delivery.ts'
import { queueDeliveries } from './enqueue.ts'
import { findKnownAt, findUndelivered } from './follow-queries.ts'
import { newestNames, takeKeptNames } from './full-names.ts'
import { setAside } from './set-aside.ts'

export type FollowReviews = (reviews: Jobs['follow-reviews'][]) => Promise<void>

type Dependencies = { boss: PgBoss; pool: pg.Pool; deliveries: Deliveries }

/**
 * Brings to mail and the services what the owner decided. Rejected people lose their newsletter. People who are not
 * rejected any more get what joining would have brought them, unless they have it. A referrer is told of a friend whose
 * credit now counts, unless they have been.
 */
export function createFollowReviews({ boss, pool, deliveries }: Dependencies): FollowReviews {
  return (reviews) =>
    inTransaction(pool, async (tx) => {
      const people = await readStandings(
        tx,
        reviews.flatMap(({ entry_ids }) => entry_ids),
      )
      const idsOf = (isRejected: boolean) => people.flatMap((one) => (one.is_rejected === isRejected ? one.id : []))
      const [rejected, listed] = [idsOf(true), idsOf(false)]
      const toTargets = (ids: string[]) => ids.map((entry_id) => ({ entry_id }))
      const credited = reviews.flatMap((review) => review.credited)

      const known = await findKnownAt(tx, { channel: 'sync-to-beehiiv', ids: rejected })
      if (deliveries['sync-to-beehiiv'])
        await queueDeliveries(boss, asDb(tx), { name: 'sync-to-beehiiv', bodies: toTargets(known) })
      await leave('send-waitlist-email', await findUndelivered(tx, 'send-waitlist-email', toTargets(listed)))
      await leave('send-referral-notification', await findUndelivered(tx, 'send-referral-notification', credited))
      const names = await takeKeptNames(asDb(tx), listed)
      await leave('add-to-notion', newestNames([...toTargets(listed), ...names]))
      await leave('sync-to-beehiiv', toTargets(listed))

      function leave<Name extends Channel>(name: Name, bodies: Jobs[Name][]): Promise<void> {
        const write = deliveries[name] ? queueDeliveries : setAside
        return write(boss, asDb(tx), { name, bodies })
      }
    })
}
