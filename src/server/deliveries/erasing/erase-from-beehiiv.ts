import type pg from 'pg'
import type { Queryable } from '../../db/pool.ts'
import type { Beehiiv } from '../../integrations/beehiiv.ts'
import { hashContent } from '../services/content-hash.ts'
import { createEraseRemains } from './erase-remains.ts'

/**
 * Deletes the subscriptions of an erased person: the one with their address, and the one that an earlier sync stored,
 * whose address the person may have changed in Beehiiv. Also runs for the former address of somebody who has a new one:
 * if they had unsubscribed, they stay unsubscribed.
 */
export function createEraseFromBeehiiv({ pool, beehiiv }: { pool: pg.Pool; beehiiv: Beehiiv }) {
  return createEraseRemains(pool, 'erase-from-beehiiv', async ({ email, remote_id, place }, takeTurn, entryId) => {
    await takeTurn()
    const found = await beehiiv.find(email)
    if (!found) {
      await takeTurn()
      await beehiiv.requirePublication()
    }
    if (found?.isInactive) await keepEnded(pool, { entryId, remoteId: found.id, publicationId: beehiiv.publicationId })
    const known = place === beehiiv.publicationId ? remote_id : null
    for (const id of new Set([found?.id, known])) {
      if (!id) continue
      await takeTurn()
      await beehiiv.remove(id)
    }
  })
}

type Ended = { entryId: string; remoteId: string; publicationId: string }

/**
 * Records that the subscription of a person who is still on the list has ended. A later sync then knows the person,
 * finds no subscription in Beehiiv, and leaves them alone. Erased people have no delivery left to update.
 */
async function keepEnded(db: Queryable, { entryId, remoteId, publicationId }: Ended): Promise<void> {
  await db.query(
    `update outbox set remote_id = $2, content_hash = $3
     where subject = $1 and channel = 'sync-to-beehiiv' and friend_id is null`,
    [entryId, remoteId, hashContent(publicationId, 'ended')],
  )
}
