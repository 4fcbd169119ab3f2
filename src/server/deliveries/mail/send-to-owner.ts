import { randomUUID } from 'node:crypto'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import type { Current } from '../../config/config.ts'
import type { Services } from '../outbox/services.ts'
import { domainOf } from './mail-post.ts'
import { sendAtOnce } from './send-test-mail.ts'

/**
 * Sends a mail immediately to somebody who can sign in to the dashboard. Resolves to false if no mail server took the
 * mail.
 */
export type MailOwner = (mail: ComposedMail & { to: string }) => Promise<boolean>

type Dependencies = { services: Pick<Services, 'mail'>; config: Current<'mailFrom'> }

export function createMailOwner({ services, config }: Dependencies): MailOwner {
  return async (mail) => {
    if (!services.mail) return false
    const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
    const outgoing = { ...mail, messageId, replyTo: null, unsubscribeLink: null }
    return (await sendAtOnce(services.mail, outgoing)).ok
  }
}
