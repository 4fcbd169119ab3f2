import { SERVICES } from '#shared/owner/integrations.ts'
import type { Queryable } from '../db/pool.ts'
import type { MailGap } from '../config/mail-gaps.ts'
import type { Services } from './services/services.ts'
import { isResting } from '../outbox/service-queries.ts'
import { describeProblem, checkService } from './services/check-service.ts'

type Dependencies = {
  db: Queryable
  services: Services
  mailGaps: MailGap[]
  report: (sentence: string) => void
}

export async function checkAtStart({ db, services, mailGaps, report }: Dependencies): Promise<void> {
  for (const { setting, reason } of mailGaps) report(`mail: no mail is sent yet, because of ${setting}. ${reason}`)
  for (const service of SERVICES) {
    if (!services[service] || (await isResting(db, service))) continue
    const problem = describeProblem(await checkService(db, services, service))
    if (problem) report(`${service}: ${problem}`)
  }
}
