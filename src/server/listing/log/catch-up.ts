import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../../base/errors.ts'
import { followNext } from './follow.ts'
import { readMarks } from './queries.ts'

/** Readers who wait for another server look again after this time. */
const LOOK_MS = 10
/** Readers in no hurry look again after this time. */
const IN_TURN_MS = 150
/** What the owner does to people waits for this long. */
const ACTS_MS = 10_000

/**
 * Waits for everything that was logged before, for at most so many milliseconds. Readers do the work of the log themselves
 * if nobody is at it.
 */
export async function catchUp(pool: pg.Pool, milliseconds: number): Promise<void> {
  await isLevelWithin(pool, milliseconds)
}

/** Waits for everything that was logged before. Throws an AppError if that takes too long. */
export async function requireLevel(pool: pg.Pool): Promise<void> {
  if (!(await isLevelWithin(pool, ACTS_MS))) throw new AppError('joins-uncounted')
}

/**
 * The same for readers who come often and are in no hurry: while people join, the work costs them less if many joins gather.
 * So for so many milliseconds they leave it to the server's own turn.
 */
export async function requireLevelInTurn(pool: pg.Pool, milliseconds: number): Promise<void> {
  let { last, read } = await readMarks(pool)
  const until = performance.now() + milliseconds
  while (read < last) {
    if (performance.now() >= until) return requireLevel(pool)
    await sleep(IN_TURN_MS)
    ;({ read } = await readMarks(pool))
  }
}

async function isLevelWithin(pool: pg.Pool, milliseconds: number): Promise<boolean> {
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
    // A step that goes on after the time is no failure of this reader.
    level.catch(() => {})
  }
}

async function reachLast(pool: pg.Pool, signal: AbortSignal): Promise<boolean> {
  let { last, read } = await readMarks(pool)
  while (read < last && !signal.aborted) {
    const step = await followNext(pool)
    if (step === null) await sleep(LOOK_MS)
    ;({ read } = await readMarks(pool))
  }
  return read >= last
}
