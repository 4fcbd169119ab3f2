import type pg from 'pg'
import type { Beehiiv } from '../../integrations/beehiiv.ts'
import { createEraseRemains } from './erase-remains.ts'

/**
 * Deletes the subscription of an erased person: the one that has their address, and the known one, whose address the
 * person may have changed there.
 */
export function createEraseFromBeehiiv({ pool, beehiiv }: { pool: pg.Pool; beehiiv: Beehiiv }) {
  return createEraseRemains(pool, 'erase-from-beehiiv', async ({ email, remote_id, place }, takeTurn) => {
    await takeTurn()
    const found = await beehiiv.find(email)
    if (!found) {
      await takeTurn()
      await beehiiv.requirePublication()
    }
    const known = place === beehiiv.publicationId ? remote_id : null
    for (const id of new Set([found?.id, known])) {
      if (!id) continue
      await takeTurn()
      await beehiiv.remove(id)
    }
  })
}
