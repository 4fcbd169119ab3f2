import type { TestResult } from '#shared/owner/integrations.ts'

/**
 * A limit, because a person waits for the answer. It is longer than the timeouts of the clients, whose messages say
 * more.
 */
const MOST_MS = 22_000

/** The result of the check, or the answer that it took too long. */
export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  const { promise: late, resolve } = Promise.withResolvers<TestResult>()
  const message = `It did not answer within ${MOST_MS / 1000} seconds.`
  const timer = setTimeout(() => resolve({ ok: false, message, problems: [] }), MOST_MS)
  return Promise.race([finding, late]).finally(() => clearTimeout(timer))
}
