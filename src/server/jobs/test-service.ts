import type { Service, TestResult } from '#shared/integrations.ts'
import type { Queryable } from '../db/pool.ts'
import { recordProblem, resumeService } from './integration-queries.ts'
import { channelsOf } from './jobs.ts'
import type { Outside } from './outside.ts'

/** Whoever asks is waiting for it. */
const MOST_MS = 20_000

/**
 * Asks a service whether all is well. What waited for it to be put right goes out at once if so; what is wrong is kept
 * for whoever looks next.
 */
export async function testService(db: Queryable, outside: Outside, service: Service): Promise<TestResult> {
  const found = await check(outside, service)
  const problem = describeProblem(found)
  if (found.ok) await resumeService(db, { service, channels: channelsOf(service), problem })
  else await recordProblem(db, service, problem!)
  return found
}

/** Null where nothing is wrong. */
export function describeProblem({ ok, message, problems }: TestResult): string | null {
  const sentences = ok ? problems : [message, ...problems]
  return [...new Set(sentences)].join(' ') || null
}

async function check(outside: Outside, service: Service): Promise<TestResult> {
  const outsideService = outside[service]
  if (!outsideService) return { ok: false, message: 'It is not set up.', problems: [] }
  const { promise: late, resolve } = Promise.withResolvers<TestResult>()
  const message = `It did not answer within ${MOST_MS / 1000} seconds.`
  const timer = setTimeout(() => resolve({ ok: false, message, problems: [] }), MOST_MS)
  return Promise.race([outsideService.check(), late]).finally(() => clearTimeout(timer))
}
