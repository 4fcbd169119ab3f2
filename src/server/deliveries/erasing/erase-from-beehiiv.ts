import type pg from 'pg'
import type { Beehiiv } from '../../integrations/beehiiv.ts'
import type { Delivery } from '../delivery.ts'
import { dropRemains, readRemains } from './remains-queries.ts'

/**
 * Deletes the subscription of an erased person: the one that has their address, and the known one, whose address the
 * person may have changed there.
 */
export function createEraseFromBeehiiv({
  pool,
  beehiiv,
}: {
  pool: pg.Pool
  beehiiv: Beehiiv
}): Delivery<'erase-from-beehiiv'> {
  return {
    service: 'beehiiv',
    async deliver({ entry_id }, _claim, takeTurn) {
      const which = { entryId: entry_id, channel: 'erase-from-beehiiv' } as const
      const remains = await readRemains(pool, which)
      if (!remains) return { state: 'unchanged' }
      const { email, remote_id, place } = remains
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
      await dropRemains(pool, which)
      return { state: 'done' }
    },
  }
}
