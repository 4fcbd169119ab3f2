import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../outbox/rows.ts'
import { announceSync } from '../../listing/rows/counter.ts'
import { countPeople } from '../../people/find-person.ts'
import { insertRun, readLastRun, type SyncRun } from './sync-queries.ts'

export function startSync({ pool }: { pool: pg.Pool }): Promise<SyncRun> {
  return inTransaction(pool, async (tx) => {
    const begun = await insertRun(tx, { id: randomUUIDv7(), total: await countPeople(tx) })
    const run = begun ?? (await readLastRun(tx))!
    // The queue keeps one such job at a time, so this adds a job only if the earlier one was lost.
    await enqueue(tx, 'run-sync', [run.id])
    if (begun) await announceSync(tx)
    return run
  })
}
