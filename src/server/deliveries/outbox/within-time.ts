import type { TestResult } from '#shared/owner/integrations.ts'

/** A person waits for the answer. Longer than the limits of the clients, whose own words say more. */
const MOST_MS = 22_000

/** The result of the check, or the answer that it took too long. */
export function withinTime(finding: Promise<TestResult>): Promise<TestResult> {
  const { promise: late, resolve } = Promise.withResolvers<TestResult>()
  const message = `It did not answer within ${MOST_MS / 1000} seconds.`
  const timer = setTimeout(() => resolve({ ok: false, message, problems: [] }), MOST_MS)
  return Promise.race([finding, late]).finally(() => clearTimeout(timer))
}
