import type pg from 'pg'
import type { Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { advanceCounter, lockCounter, putCeiling, readCeiling } from '../listing/rows/counter.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { mendAfterOlderServers } from '../listing/log/after-older-servers.ts'
import { findUnsettled, settleAndRank } from './settle-credits.ts'

/** The number of people whose credits are read at once. */
const READ_AT_ONCE = 2_000
/** The most people whose credits one transaction settles: few, because joins wait for the transaction. */
const PART_SIZE = 250

/**
 * Puts a ceiling for unproven friends in force, after which `settleNext` settles all credits in parts. `again`: settles
 * them even if the ceiling has not changed.
 */
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

/**
 * Settles the unsettled credits of the next people in the order of joining. Returns whether there are more people.
 * Idempotent. Searches for unsettled credits before it locks the counter, so that joins do not wait for the search.
 */
export async function settleNext(pool: pg.Pool): Promise<boolean> {
  const ceiling = await readCeiling(pool)
  if (ceiling.reached === null) return false
  const { rows } = await pool.query<{ id: string; position: number; has_friends: boolean }>(
    `select id, joined_position as position, exists (select from credits where referrer_id = id) as has_friends
     from waitlist_entries where joined_position > $1 order by joined_position limit ${READ_AT_ONCE}`,
    [ceiling.reached],
  )
  const unsettled = await findUnsettled(
    pool,
    rows.filter(({ has_friends }) => has_friends).map(({ id }) => id),
  )
  const left = rows.filter(({ id }) => unsettled.has(id))
  const part = left.slice(0, PART_SIZE)
  const last = left.length > part.length ? part.at(-1) : rows.at(-1)
  const isMore = rows.length === READ_AT_ONCE || left.length > part.length
  return inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const { most, reached } = await readCeiling(tx)
    // Another server has settled these people, or another ceiling is in force.
    if (most !== ceiling.most || reached !== ceiling.reached) return true
    const changes = await settleAndRank(
      tx,
      part.map(({ id }) => id),
    )
    await advanceCounter(tx, { entries: 0, updates: changes.length })
    await putCeiling(tx, { most, reached: isMore ? last!.position : null })
    return isMore
  })
}

type Dependencies = { pool: pg.Pool; config: Current<'mostUnproven'>; logFailure: LogFailure }

const REST_MS = 1_000
/** A rest is this many times as long as the part before it, so that joins stay fast. */
const RESTS = 12

/**
 * Keeps the configured ceiling for unproven friends in force. Settles all credits at the start, once a day, and after a
 * server of the previous version has stored joins, because that server does not know the ceiling.
 */
export function startKeepingCeiling({ pool, config, logFailure }: Dependencies): Repeating {
  const keep = async () => {
    await putCeilingInForce(pool, { most: config().mostUnproven, again: false })
    const began = performance.now()
    const isMore = await settleNext(pool)
    return isMore ? RESTS * (performance.now() - began) : REST_MS
  }
  const settleAgain = () => putCeilingInForce(pool, { most: config().mostUnproven, again: true })
  return together([
    startRepeating({ step: keep, restMs: REST_MS, failure: 'credits could not be settled', logFailure }),
    mendAfterOlderServers({ pool, step: settleAgain, failure: 'credits could not be settled again', logFailure }),
  ])
}
