import { randomUUID } from 'node:crypto'
import { accountMail } from '../../../emails/account-mail.ts'
import type { Current } from '../../config.ts'
import type { Services } from '../services.ts'
import { domainOf } from './mail-post.ts'
import { sendAtOnce } from './send-test-mail.ts'

type Dependencies = { services: Pick<Services, 'mail'>; config: Current<'mailFrom'> }
type Link = { to: string; link: string; purpose: 'invitation' | 'recovery' }

/** Mails links of accounts at once, so that the owner hears whether the mail server took them. */
export function createMailLink({ services, config }: Dependencies): (link: Link) => Promise<boolean> {
  return async ({ to, link, purpose }) => {
    const { mail } = services
    if (!mail) return false
    const messageId = `${randomUUID()}@${domainOf(config().mailFrom)}`
    const { ok } = await sendAtOnce(mail, {
      ...accountMail(link, purpose),
      messageId,
      to,
      replyTo: null,
      unsubscribeLink: null,
    })
    return ok
  }
}
