import { randomUUID } from 'node:crypto'
import type { ComposedMail } from '../../../emails/mail-frame.ts'
import type { Current } from '../../config/config.ts'
import { DeliveryError } from '../../integrations/delivery-error.ts'
import type { Services } from '../outbox/services.ts'
import { domainOf } from './mail-post.ts'

/**
 * Sends a mail to somebody who can sign in to the dashboard, without the queue. Waits for the mail server, which may take
 * a minute. `refused`: for good. `not now`: it may be taken later.
 */
export type MailOwner = (mail: ComposedMail & { to: string }) => Promise<'taken' | 'refused' | 'not now'>

type Dependencies = { services: Pick<Services, 'mail'>; config: Current<'mailFrom'> }

export function createMailOwner({ services, config }: Dependencies): MailOwner {
  return async (mail) => {
    if (!services.mail) return 'not now'
    const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
    const outgoing = { ...mail, messageId, replyTo: null, unsubscribeLink: null }
    return services.mail.send(outgoing).then(() => 'taken' as const, judge)
  }
}

function judge(error: unknown): 'refused' | 'not now' {
  if (!(error instanceof DeliveryError)) throw error
  return error.kind === 'refused' || error.kind === 'bounced' ? 'refused' : 'not now'
}
