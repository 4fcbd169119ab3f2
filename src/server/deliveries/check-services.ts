import { SERVICES } from '#shared/integrations.ts'
import type { Queryable } from '../db/pool.ts'
import type { MailGap } from '../mail-gaps.ts'
import type { Outside } from './outside.ts'
import { isResting } from './service-queries.ts'
import { describeProblem, testService } from './test-service.ts'

type Dependencies = {
  db: Queryable
  outside: Outside
  mailGaps: MailGap[]
  report: (sentence: string) => void
}

/** Looks at every service that is set up and has not asked to be left alone, and reports what the owner has to put right. */
export async function checkServices({ db, outside, mailGaps, report }: Dependencies): Promise<void> {
  for (const { setting, reason } of mailGaps) report(`mail: no mail is sent yet, because of ${setting}. ${reason}`)
  for (const service of SERVICES) {
    if (!outside[service] || (await isResting(db, service))) continue
    const problem = describeProblem(await testService(db, outside, service))
    if (problem) report(`${service}: ${problem}`)
  }
}
