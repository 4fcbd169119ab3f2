import type { TestResult } from '#shared/owner/integrations.ts'

/**
 * The longest time that the owner waits for a result, in milliseconds. It is longer than the timeout of a single call,
 * whose error message is more precise.
 */
const MOST_MS = 22_000

/** The given result, or a failed one if it takes too long. */
export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  const { promise: late, resolve } = Promise.withResolvers<TestResult>()
  const message = `It did not answer within ${MOST_MS / 1000} seconds.`
  const timer = setTimeout(() => resolve({ ok: false, message, problems: [] }), MOST_MS)
  return Promise.race([finding, late]).finally(() => clearTimeout(timer))
}
