import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { HELD_BY_REMOVED_RULES } from '../trust/review/review-queries.ts'
import { insertEntries } from './create-act.ts'
import { REVIEW } from './kinds/review.ts'
import * as entryQueries from './store/entry-queries.ts'
import * as queries from './store/act-queries.ts'

type Dependencies = { pool: pg.Pool; enqueue: Enqueue }

/** Makes an act that closes the holds of rules that an update removed, if there are any. Its undo opens them again. */
export function closeRemovedHolds({ pool, enqueue }: Dependencies): Promise<void> {
  return inTransaction(pool, async (tx) => {
    // The lock keeps two servers that start at once from both making the act.
    await lockCounter(tx)
    const act = { id: randomUUIDv7(), kind: 'close-holds' as const, params: {}, facet: REVIEW }
    if (await queries.isUnderWay(tx, act.kind)) return
    const { rows } = await tx.query(`${HELD_BY_REMOVED_RULES} limit 1`)
    if (rows.length === 0) return
    await queries.insertAct(tx, { ...act, selection: {}, actor: 'update' })
    await insertEntries(entryQueries.readIds(tx, { text: HELD_BY_REMOVED_RULES, values: [] }), (ids) =>
      entryQueries.insertActEntries(tx, act, ids),
    )
    await enqueue(tx, 'run-act', [{ act_id: act.id }])
  })
}

const REST_MS = 1_000
const DAY_MS = 24 * 60 * 60_000

/** Runs `closeRemovedHolds` at the start, and once a day in case a server of the previous version still runs. */
export function startClosingRemovedHolds({
  logFailure,
  ...dependencies
}: Dependencies & { logFailure: LogFailure }): Repeating {
  return startRepeating({
    step: () => closeRemovedHolds(dependencies).then(() => DAY_MS),
    restMs: REST_MS,
    failure: 'holds of removed rules could not be closed',
    logFailure,
  })
}
