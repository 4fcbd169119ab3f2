import type { TestResult } from '#shared/owner/integrations.ts'

/** The longest time that the owner waits for a result, in milliseconds. */
const MOST_MS = 22_000

export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  return orLate(finding, { ok: false, message: `It did not answer within ${MOST_MS / 1000} seconds.`, problems: [] })
}

export function orLate<Result>(finding: Promise<Result>, late: Result): Promise<Result> {
  const { promise: inTime, resolve } = Promise.withResolvers<Result>()
  const timer = setTimeout(resolve, MOST_MS, late)
  return Promise.race([finding, inTime]).finally(() => clearTimeout(timer))
}
