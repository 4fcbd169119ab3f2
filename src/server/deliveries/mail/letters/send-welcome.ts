import type pg from 'pg'
import type { Mails } from '../compose-mails.ts'
import type { Delivery } from '../../outbox/delivery.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { isDueAgain } from '../is-due-again.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Sends the mail with a person's position and referral link. */
export function createSendWelcome({ pool, mails, post }: Dependencies): Delivery<'send-waitlist-email'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      if (!isDueAgain(claim.delivered_at)) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      return post(await mails.welcome(recipient.person), {
        channel: 'send-waitlist-email',
        target: { entry_id },
        claim,
      })
    },
  }
}
