import { AppError } from '../base/errors.ts'
import { countEntries } from '../listing/rows/counter.ts'
import type { Pool } from '../db/query.ts'

const FRESH_MS = 1_000
const PATIENCE_MS = 1_000

/** The count is at most a second old; older while the database does not answer. */
export function createCount(pool: Pool): () => Promise<number> {
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
