import type pg from 'pg'
import { AppError } from '../base/errors.ts'
import { countEntries } from '../listing/rows/counter.ts'

/**
 * The number of people on the list, at most a second old. While the database does not answer, it is the last known
 * number; throws an AppError if there is none.
 */
export type CountJoined = () => Promise<number>

const FRESH_MS = 1_000
/** How long visitors wait for a new number when there is an older one. */
const PATIENCE_MS = 1_000

/** Queries the database at most once a second, and once at a time, however many visitors ask. */
export function createCount(pool: pg.Pool): CountJoined {
  let known: number | undefined
  let asking: Promise<number> | null = null
  let answer = { at: -Infinity, count: Promise.resolve(0) }

  return () => {
    const now = performance.now()
    if (now - answer.at > FRESH_MS) answer = { at: now, count: known === undefined ? ask() : askBriefly(known) }
    return answer.count
  }

  function ask(): Promise<number> {
    asking ??= countEntries(pool)
      .then((count) => (known = count))
      .catch((cause: unknown) => {
        answer.at = -Infinity
        throw new AppError('unavailable', { cause })
      })
      .finally(() => (asking = null))
    return asking
  }

  async function askBriefly(last: number): Promise<number> {
    const { promise: late, resolve } = Promise.withResolvers<number>()
    const timer = setTimeout(() => resolve(last), PATIENCE_MS)
    return Promise.race([ask(), late])
      .catch(() => last)
      .finally(() => clearTimeout(timer))
  }
}
