import type pg from 'pg'
import type { Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { advanceCounter, lockCounter, putCeiling, readCeiling } from '../listing/rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating } from '../base/start-repeating.ts'
import { settleAndRank } from './settle-credits.ts'

/** The joining positions of one transaction: few enough that joins hardly wait for it. */
const PART_SIZE = 250

/** Puts a ceiling in force, after which all credits are settled in parts. `again`: also if the ceiling is the same. */
export async function putCeilingInForce(
  pool: pg.Pool,
  { most, again }: { most: number | null; again: boolean },
): Promise<void> {
  if (!again && (await readCeiling(pool)).most === most) return
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    await putCeiling(tx, { most, reached: 0 })
  })
}

/** Settles the credits of the next people in the order of joining. Returns whether there are more. Idempotent. */
export function settleNext(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    if ((await readCeiling(tx)).reached === null) return false
    await lockCounter(tx)
    const { most, reached } = await readCeiling(tx)
    if (reached === null) return false
    const { rows } = await tx.query<{ id: string; last: number; has_friends: boolean }>(
      `select id, joined_position as last, exists (select from credits where referrer_id = id) as has_friends
       from waitlist_entries where joined_position > $1 order by joined_position limit ${PART_SIZE}`,
      [reached],
    )
    const ids = rows.filter(({ has_friends }) => has_friends).map(({ id }) => id)
    const changes = await settleAndRank(tx, ids)
    await advanceCounter(tx, { entries: 0, updates: changes.length })
    const isMore = rows.length === PART_SIZE
    await putCeiling(tx, { most, reached: isMore ? rows.at(-1)!.last : null })
    return isMore
  })
}

type Dependencies = { pool: pg.Pool; config: Current<'mostUnproven'>; logFailure: LogFailure }

const REST_MS = 1_000
const BREATH_MS = 20
const DAY_MS = 24 * 60 * 60_000

/**
 * Keeps the configured ceiling in force. All credits are settled at the start and once a day, because a server of the
 * previous version does not know the ceiling.
 */
export function startKeepingCeiling({ pool, config, logFailure }: Dependencies): Repeating {
  let settledAt = -Infinity
  const step = async () => {
    const again = performance.now() - settledAt > DAY_MS
    await putCeilingInForce(pool, { most: config().mostUnproven, again })
    if (again) settledAt = performance.now()
    return (await settleNext(pool)) ? BREATH_MS : REST_MS
  }
  return startRepeating({ step, restMs: REST_MS, failure: 'credits could not be settled', logFailure })
}
