import { countUpdates, lockCounter } from '../src/server/listing/rows/counter.ts'
import { keepRanks } from '../src/server/people/places/keep-ranks.ts'
import type { TestApp } from './test-app.ts'
import { inTransaction } from '../src/server/db/query.ts'

/** Runs an SQL assignment on the entries of these people, in a transaction like that of an owner's act. */
export async function changeStanding({ pool }: TestApp, ids: string[], assignment: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await keepRanks(tx, ids, async () => {
      await tx.query(`update waitlist_entries set ${assignment} where id = any($1)`, [ids])
    })
    await countUpdates(tx, ids.length)
  })
}
