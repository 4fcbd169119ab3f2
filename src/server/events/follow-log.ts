import type pg from 'pg'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import type { Transaction } from '../db/pool.ts'
import { isDataError, isStatementError, isUnavailable, sqlState } from '../db/sqlstate.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  advance,
  isLevel,
  lockFollower,
  type LoggedEvent,
  readEntriesAside,
  readNext,
  setAside,
  takeBack,
} from './followers.ts'

export type Follower = {
  name: string
  most: number
  step: (tx: Transaction, events: LoggedEvent[]) => Promise<void>
}

/** Null if another server follows the log under this name. */
type Step = { isMore: boolean } | null

/** After a failure, until the event that fails is alone. */
const SMALLER = 8

/** An event that cannot be followed is set aside, and so are later ones of its entry. */
export async function followLog(pool: pg.Pool, follower: Follower): Promise<Step> {
  try {
    return await inTransaction(pool, (tx) => followWithin(tx, follower))
  } catch (error) {
    if (!isOfEvent(error)) throw error
    if (follower.most > 1) return followLog(pool, { ...follower, most: Math.ceil(follower.most / SMALLER) })
    return inTransaction(pool, (tx) => skipNext(tx, follower, nameOf(error)))
  }
}

export async function followWithin(tx: Transaction, { name, most, step }: Follower): Promise<Step> {
  if (!(await lockForStep(tx, name))) return null
  const events = await readNext(tx, name, most)
  const last = events.at(-1)
  if (!last) return { isMore: false }
  const behind = events.filter(({ is_behind }) => is_behind).map(({ seq }) => seq)
  if (behind.length > 0) await setAside(tx, name, { seqs: behind, error: 'behind' })
  if (behind.length < events.length)
    await step(
      tx,
      events.filter(({ is_behind }) => !is_behind),
    )
  await advance(tx, name, last.seq)
  return { isMore: events.length === most }
}

async function skipNext(tx: Transaction, { name }: Follower, error: string): Promise<Step> {
  if (!(await lockForStep(tx, name))) return null
  const [next] = await readNext(tx, name, 1)
  if (!next) return { isMore: false }
  await setAside(tx, name, { seqs: [next.seq], error })
  await advance(tx, name, next.seq)
  return { isMore: true }
}

const MOST_ENTRIES_ASIDE = 1_000

export async function followSetAside(pool: pg.Pool, { name, step }: Follower): Promise<number> {
  let failed = 0
  for (const entryId of await readEntriesAside(pool, name, MOST_ENTRIES_ASIDE)) {
    const following = inTransaction(pool, async (tx) => {
      await lockFollower(tx, name, { waits: true })
      await step(tx, await takeBack(tx, name, entryId))
    })
    await following.catch((error: unknown) => {
      if (!isOfEvent(error)) throw error
      failed += 1
    })
  }
  return failed
}

/** Statistics from a short list would make a step read a whole table. */
const SETTINGS = `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off`

async function lockForStep(tx: Transaction, name: string): Promise<boolean> {
  if (!(await lockFollower(tx, name, { waits: false }))) return false
  await tx.query(SETTINGS)
  return true
}

function isOfEvent(error: unknown): boolean {
  return isDataError(error) || !(isStatementError(error) || isUnavailable(error))
}

function nameOf(error: unknown): string {
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}

const REST_MS = 500
const IDLE_AFTER_MS = 10_000
/** The rest of the time is left to the joins. */
const SHARE = 0.5
const MINUTE_MS = 60_000

type Following = {
  pool: pg.Pool
  follower: Follower
  failures: { step: string; setAside: string }
  idleMs: number
  logFailure: LogFailure
}

export function startFollowing({ pool, follower, failures, idleMs, logFailure }: Following): Repeating {
  let lastStep = -Infinity
  const follow = async () => {
    const began = performance.now()
    if (await isLevel(pool, follower.name)) return began - lastStep < IDLE_AFTER_MS ? REST_MS : idleMs
    lastStep = began
    const step = await followLog(pool, follower)
    const took = performance.now() - began
    return step?.isMore ? took / SHARE - took : REST_MS
  }
  const again = async () => {
    const failed = await followSetAside(pool, follower)
    if (failed > 0) throw new Error(`the log cannot be followed for ${failed} entries; npm run verify names them`)
  }
  return together([
    startRepeating({ step: follow, restMs: REST_MS, failure: failures.step, logFailure }),
    startRepeating({ step: again, restMs: MINUTE_MS, failure: failures.setAside, logFailure }),
  ])
}
