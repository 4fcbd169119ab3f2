import { randomUUID } from 'node:crypto'
import { channelsOf, type TestResult } from '#shared/owner/integrations.ts'
import type { Config } from '../../config/config.ts'
import type { Queryable } from '../../db/pool.ts'
import { testMail } from '../../../emails/test-mail.ts'
import type { Mail } from '../../integrations/mail.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import { resumeService } from '../outbox/integration-queries.ts'
import { domainOf } from './mail-post.ts'
import type { Services } from '../outbox/services.ts'
import { withinTime } from '../outbox/within-time.ts'
import { notSetUp } from '../outbox/check-service.ts'
import { gapsOf } from '../outbox/gaps.ts'
import { recordTested } from './tested.ts'

type Dependencies = {
  db: Queryable
  services: Pick<Services, 'mail'>
  config: Pick<Config, 'publicUrl' | 'mail' | 'mailFrom' | 'mailGaps' | 'sealed'>
}

/**
 * Sends a test mail to an address that the owner chooses. If the mail server takes it, all earlier problems are
 * cleared.
 */
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

/** Sends a mail at once, without the queue, and returns the outcome. */
export function sendAtOnce(mail: Pick<Mail, 'send'>, outgoing: Parameters<Mail['send']>[0]): Promise<TestResult> {
  return withinTime(mail.send(outgoing).then(() => taken(outgoing.to), notTaken))
}

function taken(to: string): TestResult {
  const message = `The mail server took a test mail to ${to}. Check that it arrives, and not in the spam folder.`
  return { ok: true, message, problems: [] }
}

function notTaken(error: unknown): TestResult {
  if (!(error instanceof DeliveryError)) throw error
  return { ok: false, message: error.message, problems: [] }
}
