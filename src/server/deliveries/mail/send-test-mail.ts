import { randomUUID } from 'node:crypto'
import { channelsOf, type TestResult } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'
import type { Queryable } from '../../db/pool.ts'
import { testMail } from '../../../emails/test-mail.ts'
import type { Mail } from '../../integrations/mail.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { resumeService } from '../services/integration-queries.ts'
import { domainOf } from './mail-post.ts'
import type { Services } from '../services/services.ts'
import { withinTime } from '../services/within-time.ts'
import { notSetUp } from '../services/check-service.ts'
import { gapsOf } from '../services/gaps.ts'
import { recordTested } from './tested.ts'

type Dependencies = {
  db: Queryable
  services: Pick<Services, 'mail'>
  config: Pick<Config, 'publicUrl' | 'mail' | 'mailFrom' | 'mailGaps' | 'sealed'>
}

export async function sendTestMail({ db, services, config }: Dependencies, to: string): Promise<TestResult> {
  const { mail } = services
  if (!mail) return notSetUp(gapsOf('mail', config))
  const addressed = testMail({ origin: config.publicUrl, from: config.mailFrom })
  const messageId = `${randomUUID()}@${domainOf(config.mailFrom)}`
  const found = await sendAtOnce(mail, { ...addressed, messageId, to, replyTo: null, unsubscribeLink: null })
  if (found.ok) {
    await resumeService(db, { service: 'mail', channels: channelsOf('mail'), problem: null, because: 'proven' })
    if (config.mail) await recordTested(db, config.mail)
  }
  return found
}

export function sendAtOnce(mail: Pick<Mail, 'send'>, outgoing: Parameters<Mail['send']>[0]): Promise<TestResult> {
  return withinTime(mail.send(outgoing).then(() => taken(outgoing.to), notTaken))
}

function taken(to: string): TestResult {
  const message = `Sent to ${to}. Check your inbox, and your spam folder.`
  return { ok: true, message, problems: [] }
}

function notTaken(error: unknown): TestResult {
  if (!(error instanceof DeliveryError)) throw error
  return { ok: false, message: error.message, problems: [] }
}
