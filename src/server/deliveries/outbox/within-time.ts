import type { TestResult } from '#shared/owner/integrations.ts'

/**
 * The longest time that the owner waits for a result, in milliseconds. It is longer than the timeout of a single call,
 * whose error message is more precise.
 */
const MOST_MS = 22_000

/** The given result, or a failed one if it takes too long. */
export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  return orLate(finding, { ok: false, message: `It did not answer within ${MOST_MS / 1000} seconds.`, problems: [] })
}

/** The given result, or `late` if it takes too long. */
export function orLate<Result>(finding: Promise<Result>, late: Result): Promise<Result> {
  const { promise: inTime, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(resolve, MOST_MS, late)
  return Promise.race([finding, inTime]).finally(() => clearTimeout(timer))
}
