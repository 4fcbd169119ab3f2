import type { TestResult } from '#shared/owner/integrations.ts'

/**
 * The longest wait for a result, in milliseconds: a person waits for it. It is longer than the timeouts of the
 * services' clients, whose error messages say more.
 */
const MOST_MS = 22_000

/** The given result, or a failed one if it takes too long. */
export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  const { promise: late, resolve } = Promise.withResolvers<TestResult>()
  const message = `It did not answer within ${MOST_MS / 1000} seconds.`
  const timer = setTimeout(() => resolve({ ok: false, message, problems: [] }), MOST_MS)
  return Promise.race([finding, late]).finally(() => clearTimeout(timer))
}
