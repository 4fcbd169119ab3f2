import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Channel } from '#shared/owner/integrations.ts'
import { inTransaction } from '../db/transaction.ts'
import { asDb } from '../jobs/enqueue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readStandings } from '../people/read-person.ts'
import type { Deliveries } from './outbox/delivery.ts'
import { queueDeliveries } from './outbox/enqueue.ts'
import { findKnownAt, leaveOut } from './follow-queries.ts'
import { setAside } from './outbox/set-aside.ts'

export type FollowReviews = (reviews: Jobs['follow-reviews'][]) => Promise<void>

/** The channels whose deliveries are about entries. */
type Followed = Exclude<Channel, 'send-contact-message'>

type Dependencies = { boss: PgBoss; pool: pg.Pool; deliveries: () => Deliveries }

/**
 * Passes the owner's decisions on to mail and the services. The newsletter of rejected people ends. People who are no
 * longer rejected get the deliveries of a new sign-up that they have not had yet. A referrer is told about a friend
 * whose credit now counts, unless they were told before.
 */
export function createFollowReviews({ boss, pool, deliveries: current }: Dependencies): FollowReviews {
  return (reviews) =>
    inTransaction(pool, async (tx) => {
      const deliveries = current()
      const people = await readStandings(
        tx,
        reviews.flatMap(({ entry_ids }) => entry_ids),
      )
      const idsOf = (isRejected: boolean) => people.flatMap((one) => (one.is_rejected === isRejected ? one.id : []))
      const [rejected, listed] = [idsOf(true), idsOf(false)]
      const toTargets = (ids: string[]) => ids.map((entry_id) => ({ entry_id }))
      const credited = reviews.flatMap((review) => review.credited)

      const known = await findKnownAt(tx, { channel: 'sync-to-beehiiv', ids: rejected })
      await leave('sync-to-beehiiv', toTargets(known))
      await leave('send-waitlist-email', toTargets(listed), { once: true })
      await leave('send-referral-notification', credited, { once: true })
      await leave('add-to-notion', toTargets(listed))
      await leave('sync-to-beehiiv', toTargets(listed))

      /** Queues deliveries, or sets them aside without a service. `once`: leaves out mails that were already sent. */
      async function leave<Name extends Followed>(name: Name, all: Jobs[Name][], { once = false } = {}): Promise<void> {
        const bodies = once ? await leaveOut(tx, 'ever delivered', { name, bodies: all }) : all
        if (deliveries[name]) return queueDeliveries(boss, asDb(tx), { name, bodies })
        await setAside(asDb(tx), { name, bodies: await leaveOut(tx, 'not set up', { name, bodies }) })
      }
    })
}
