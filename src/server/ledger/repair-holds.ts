import type pg from 'pg'
import { transact } from '../db/transaction.ts'
import { advanceCounter, lockCounter } from '../listing/counter.ts'
import { hasOpenHold } from './hold-causes.ts'
import { openHolds } from './holds.ts'

/**
 * Opens a hold for each held credit that has none, because a server of the version before held credits without holds.
 * Changes nothing if all is in place.
 */
export function repairHolds(client: pg.ClientBase): Promise<void> {
  return transact(client, async (tx) => {
    await lockCounter(tx)
    const { rows } = await tx.query<{ id: string }>(
      `select friend_id as id from credits c where state = 'held' and not ${hasOpenHold('c.friend_id')}`,
    )
    await openHolds(tx, { ids: rows.map(({ id }) => id), cause: 'signals', by: null })
    await advanceCounter(tx, { entries: 0, updates: rows.length })
  })
}
