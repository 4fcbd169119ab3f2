import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import { type Follower, followLog, startFollowing } from '../../people/events/follow-log.ts'
import { readMarks, unreadBy, unsettledBy } from '../../people/events/followers.ts'
import type { LogFailure, Repeating } from '../../base/start-repeating.ts'
import type { Pool } from '../../db/query.ts'
import { listEntries } from '../rows/list-entries.ts'

export const FOLLOWER = 'listing'

export const UNREAD = unreadBy(FOLLOWER)

export const UNSETTLED = unsettledBy(FOLLOWER)

/** Lists the entries that the log names. Larger steps cost less per entry, but an erasure waits until a step ends. */
export const LISTING: Follower = {
  name: FOLLOWER,
  most: 2_000,
  kinds: ['joined', 'rejoined', 'corrected', 'changed', 'readdressed', 'left'],
  step: async (tx, events) => {
    await listEntries(tx, [...new Set(events.map(({ entry_id }) => entry_id))])
  },
}

const LOOK_MS = 10
const IN_TURN_MS = 150
const ACTS_MS = 10_000

/** The reader follows the log itself while no other server does. */
export async function catchUp(pool: Pool, milliseconds: number): Promise<void> {
  await isLevelWithin(pool, milliseconds)
}

export async function requireLevel(pool: Pool): Promise<void> {
  if (!(await isLevelWithin(pool, ACTS_MS))) throw new AppError('joins-uncounted')
}

/** Leaves the work to `startListing` for so long: while people join, following many joins together costs less. */
export async function requireLevelInTurn(pool: Pool, milliseconds: number): Promise<void> {
  let { last, read } = await readMarks(pool, LISTING.name)
  const until = performance.now() + milliseconds
  while (read < last) {
    if (performance.now() >= until) return requireLevel(pool)
    await sleep(IN_TURN_MS)
    ;({ read } = await readMarks(pool, LISTING.name))
  }
}

async function isLevelWithin(pool: Pool, milliseconds: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const ending = new AbortController()
  const timer = setTimeout(() => {
    ending.abort()
    resolve(false)
  }, milliseconds)
  const level = reachLast(pool, ending.signal)
  try {
    return await Promise.race([level, late])
  } finally {
    clearTimeout(timer)
    // After the timeout nobody awaits `level`: its failure would be an unhandled rejection.
    level.catch(() => {})
  }
}

async function reachLast(pool: Pool, signal: AbortSignal): Promise<boolean> {
  let { last, read } = await readMarks(pool, LISTING.name)
  while (read < last && !signal.aborted) {
    const step = await followLog(pool, LISTING)
    if (step === null) await sleep(LOOK_MS)
    ;({ read } = await readMarks(pool, LISTING.name))
  }
  return read >= last
}

export function startListing({ pool, logFailure }: { pool: Pool; logFailure: LogFailure }): Repeating {
  const failures = { step: 'joins could not be counted', setAside: 'some people are missing in lists and figures' }
  // Whoever reads the listing follows what is missing.
  return startFollowing({ pool, follower: LISTING, failures, idleMs: 2_000, logFailure })
}
