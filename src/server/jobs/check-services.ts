import { type Service, SERVICES, type TestResult } from '#shared/integrations.ts'
import type { Queryable } from '../db/pool.ts'
import type { Outside } from './outside.ts'
import { isResting, recordCheck } from './service-queries.ts'

type Dependencies = { db: Queryable; outside: Outside }

/** Looks at every service that is set up, and reports what the owner has to put right. */
export async function checkServices({
  report,
  ...dependencies
}: Dependencies & { report: (sentence: string) => void }): Promise<void> {
  for (const service of SERVICES) {
    if (!dependencies.outside[service] || (await isResting(dependencies.db, service))) continue
    const result = await checkService(dependencies, service)
    const problem = describeProblem(result)
    if (problem) report(`${service}: ${problem}`)
  }
}

/** Looks at a service that is set up, and keeps what that showed. If it waited for its owner, it goes on. */
export async function checkService({ db, outside }: Dependencies, service: Service): Promise<TestResult> {
  const result = await outside[service]!.check()
  await recordCheck(db, { service, isUsable: result.ok, problem: describeProblem(result) })
  return result
}

function describeProblem({ ok, message, problems }: TestResult): string | null {
  const sentences = ok ? problems : [message, ...problems]
  return sentences.join(' ') || null
}
