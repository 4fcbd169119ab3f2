import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { OwnWork } from '../outbox/channel.ts'
import * as queries from './statistics-queries.ts'

const SHARE = 0.05

/**
 * PostgreSQL's planner statistics keep samples of addresses and texts that no longer exist, until a table is analyzed
 * again, which may never happen. A run waits in proportion to the time that the last one took.
 */
export function createForgetStatistics({ pool }: { pool: pg.Pool }): OwnWork {
  let restsUntil = 0

  return async (_row, signal) => {
    await sleep(Math.max(0, restsUntil - performance.now()), undefined, { signal })
    const begun = performance.now()
    for (const table of await queries.findSampled(pool)) {
      signal.throwIfAborted()
      await inTransaction(pool, (tx) => queries.sampleAnew(tx, table))
    }
    const took = performance.now() - begun
    restsUntil = performance.now() + took / SHARE - took
  }
}
