import type pg from 'pg'
import { RECORD_AT } from '#shared/owner/integrations.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Newsletter } from '../../integrations/newsletter.ts'
import { hashContent } from '../services/content-hash.ts'
import { createEraseRemains } from './erase-remains.ts'

/**
 * Deletes the subscriptions of an erased person: the one with their address, and the one that an earlier sync stored,
 * whose address the person may have changed there. Also runs for the former address of somebody who has a new one: if
 * they had unsubscribed, they stay unsubscribed.
 */
export function createEraseFromNewsletter({ pool, newsletter }: { pool: pg.Pool; newsletter: Newsletter }) {
  const channel = RECORD_AT[newsletter.service].erasedBy
  return createEraseRemains(pool, channel, async ({ email, remote_id, place }, takeTurn, entryId) => {
    await takeTurn()
    const found = await newsletter.find(email, null)
    if (!found) {
      await takeTurn()
      await newsletter.requirePlace()
    }
    if (found?.standing === 'ended') await keepEnded(pool, { entryId, remoteId: found.id, newsletter })
    const known = place === newsletter.place ? remote_id : null
    for (const id of new Set([found?.id, known])) {
      if (!id) continue
      await takeTurn()
      await newsletter.remove(id, takeTurn)
    }
  })
}

type Ended = { entryId: string; remoteId: string; newsletter: Newsletter }

/**
 * Records that the subscription of a person who is still on the list has ended. A later sync then knows the person,
 * finds no subscription there, and leaves them alone. Erased people have no delivery left to update.
 */
async function keepEnded(db: Queryable, { entryId, remoteId, newsletter }: Ended): Promise<void> {
  await db.query(
    `update outbox set remote_id = $2, content_hash = $3
     where subject = $1 and channel = $4 and friend_id is null`,
    [entryId, remoteId, hashContent(newsletter.place, 'ended'), RECORD_AT[newsletter.service].filledBy],
  )
}
