import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { readPerson } from '../people/read-person.ts'
import { dropUnsent } from '../waves/invite.ts'
import { deleteOptOut, insertOptOut } from './queries.ts'

type Dependencies = { pool: pg.Pool; enqueue: Enqueue }

/**
 * Records a person's opt-out or its end. If that is a change, queues a sync so that Beehiiv gets it too. An invitation
 * whose mail has not left goes to the next in line at once.
 */
export async function changeOptOut(
  { pool, enqueue }: Dependencies,
  { id, isOptedOut }: { id: string; isOptedOut: boolean },
): Promise<void> {
  const isNew = await inTransaction(pool, async (tx) => {
    const isNew = await (isOptedOut ? insertOptOut(tx, id) : deleteOptOut(tx, id))
    if (isNew && (await readPerson(tx, id))) await enqueue(tx, 'sync-to-beehiiv', [{ entry_id: id }])
    return isNew
  })
  // Not in the same transaction, which locks the entry before the counter. The mail would not leave anyway.
  if (isNew && isOptedOut) await dropUnsent(pool, id)
}
