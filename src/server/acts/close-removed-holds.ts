import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import type { Repeating } from '../base/start-repeating.ts'
import { mendAfterOlderServers } from '../listing/log/after-older-servers.ts'
import { HELD_BY_REMOVED_RULES } from '../trust/review/review-queries.ts'
import { insertEntries } from './create-act.ts'
import { REVIEW } from './kinds/review.ts'
import * as entryQueries from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'

type Dependencies = { pool: pg.Pool; enqueue: Enqueue }

/**
 * Makes an act that closes the holds of rules that an update removed, if there are any. Its undo opens them again.
 * Returns false if such an act is under way.
 */
export function closeRemovedHolds({ pool, enqueue }: Dependencies): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    // The lock keeps two servers that start at once from both making the act.
    await lockCounter(tx)
    const act = { id: randomUUIDv7(), kind: 'close-holds' as const, params: {}, facet: REVIEW }
    if (await queries.isUnderWay(tx, act.kind)) return false
    const { rows } = await tx.query(`${HELD_BY_REMOVED_RULES} limit 1`)
    if (rows.length === 0) return true
    await queries.insertAct(tx, { ...act, selection: {}, actor: 'update' })
    await insertEntries(entryQueries.readIds(tx, { text: HELD_BY_REMOVED_RULES, values: [] }), (ids) =>
      entryQueries.insertActEntries(tx, act, ids),
    )
    await enqueue(tx, 'run-act', [{ act_id: act.id }])
    return true
  })
}

/** Keeps closing the holds of removed rules, because a server of the previous version may still open some. */
export function startClosingRemovedHolds({
  logFailure,
  ...dependencies
}: Dependencies & { logFailure: LogFailure }): Repeating {
  return mendAfterOlderServers({
    pool: dependencies.pool,
    step: () => closeRemovedHolds(dependencies),
    failure: 'holds of removed rules could not be closed',
    logFailure,
  })
}
