import { type LogFailure, type Repeating, startRepeating, together } from '../../base/start-repeating.ts'
import { isDataError, isStatementError, isUnavailable, sqlState } from '../../db/client.ts'
import {
  advance,
  isLevel,
  lockFollower,
  lockMarks,
  type LoggedEvent,
  type Marks,
  readEntriesAside,
  readEvents,
  setAside,
  takeBack,
} from './followers.ts'
import type { EventKind } from './record-events.ts'
import { inTransaction, type Pool, type Transaction } from '../../db/query.ts'

export type Follower = {
  name: string
  most: number
  /** The others are passed over. */
  kinds?: readonly EventKind[]
  step: (tx: Transaction, events: LoggedEvent[]) => Promise<void>
}

/** `read`: how many events. Null if another server follows the log under this name. */
type Step = { isMore: boolean; read: number } | null

/** After a failure, until the event that fails is alone. */
const SMALLER = 8

/** An event that cannot be followed is set aside, and so are later ones of its entry. */
export async function followLog(pool: Pool, follower: Follower): Promise<Step> {
  try {
    return await inTransaction(pool, (tx) => followWithin(tx, follower))
  } catch (error) {
    if (!isOfEvent(error)) throw error
    if (follower.most > 1) return followLog(pool, { ...follower, most: Math.ceil(follower.most / SMALLER) })
    return inTransaction(pool, (tx) => skipNext(tx, follower, nameOf(error)))
  }
}

export async function followWithin(tx: Transaction, { name, most, kinds, step }: Follower): Promise<Step> {
  const marks = await lockForStep(tx, name)
  if (!marks) return null
  const { read, last } = marks
  const end = Math.min(read + most, last)
  if (end <= read) return { isMore: false, read: 0 }
  const events = await readEvents(tx, name, { after: read, end, kinds })
  const behind = events.filter(({ is_behind }) => is_behind).map(({ seq }) => seq)
  if (behind.length > 0) await setAside(tx, name, { seqs: behind, error: 'behind' })
  if (behind.length < events.length)
    await step(
      tx,
      events.filter(({ is_behind }) => !is_behind),
    )
  await advance(tx, name, end)
  return { isMore: end < last, read: end - read }
}

async function skipNext(tx: Transaction, { name, kinds }: Follower, error: string): Promise<Step> {
  const marks = await lockForStep(tx, name)
  if (!marks) return null
  const { read, last } = marks
  const end = read + 1
  if (end > last) return { isMore: false, read: 0 }
  const [next] = await readEvents(tx, name, { after: read, end, kinds })
  if (next) await setAside(tx, name, { seqs: [next.seq], error })
  await advance(tx, name, end)
  return { isMore: true, read: 1 }
}

const MOST_ENTRIES_ASIDE = 1_000

export async function followSetAside(pool: Pool, { name, step }: Follower): Promise<number> {
  let failed = 0
  for (const entryId of await readEntriesAside(pool, name, MOST_ENTRIES_ASIDE)) {
    const following = inTransaction(pool, async (tx) => {
      await lockFollower(tx, name)
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

async function lockForStep(tx: Transaction, name: string): Promise<Marks | null> {
  const marks = await lockMarks(tx, name)
  if (marks) await tx.query(SETTINGS)
  return marks
}

function isOfEvent(error: unknown): boolean {
  return isDataError(error) || !(isStatementError(error) || isUnavailable(error))
}

function nameOf(error: unknown): string {
  return sqlState(error) ?? (error instanceof Error ? error.name : 'unknown')
}

const REST_MS = 500
/** In a crowd few large steps cost less than many small ones. Whoever reads the figures follows what is missing. */
const CROWD = { events: 100, restMs: 2_000 }
const IDLE_AFTER_MS = 10_000
/** The rest of the time is left to the joins. */
const SHARE = 0.5
const MINUTE_MS = 60_000

type Following = {
  pool: Pool
  follower: Follower
  failures: { step: string; setAside: string }
  idleMs: number
  logFailure: LogFailure
}

export function startFollowing({ pool, follower, failures, idleMs, logFailure }: Following): Repeating {
  let lastStep = -Infinity
  let sinceRest = 0
  const follow = async () => {
    const began = performance.now()
    if (await isLevel(pool, follower.name)) return began - lastStep < IDLE_AFTER_MS ? REST_MS : idleMs
    lastStep = began
    const step = await followLog(pool, follower)
    const took = performance.now() - began
    sinceRest += step?.read ?? 0
    if (step?.isMore) return took / SHARE - took
    const isCrowd = sinceRest >= CROWD.events
    sinceRest = 0
    return isCrowd ? CROWD.restMs : REST_MS
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
