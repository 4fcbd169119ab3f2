import type pg from 'pg'
import { AppError } from '../errors.ts'
import { countEntries } from '../listing/counter.ts'

/** The number of people on the list, at most a second old. Throws an AppError while the database is unavailable. */
export type CountJoined = () => Promise<number>

const FRESH_MS = 1_000

/** Queries the database at most once a second, however many visitors ask. */
export function createCount(pool: pg.Pool): CountJoined {
  let asked = { at: -Infinity, answer: Promise.resolve(0) }
  return () => {
    const now = performance.now()
    if (now - asked.at > FRESH_MS) {
      const answer = countEntries(pool).catch((cause: unknown) => {
        asked.at = -Infinity
        throw new AppError('unavailable', { cause })
      })
      asked = { at: now, answer }
    }
    return asked.answer
  }
}
