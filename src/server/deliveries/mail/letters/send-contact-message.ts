import type { Mails } from '../compose-mails.ts'
import type { Delivery } from '../../outbox/delivery.ts'
import type { Post } from '../mail-post.ts'
import { NO_MESSAGE } from '../mail-skips.ts'

/** Mails a message from the contact page to the support address. A reply goes to the message's sender. */
export function createSendContactMessage({
  mails,
  post,
}: {
  mails: Mails
  post: Post
}): Delivery<'send-contact-message'> {
  return {
    service: 'mail',
    async deliver({ message_id }, claim) {
      if (claim.delivered_at) return { state: 'unchanged' }
      const addressed = await mails.contactMessage(message_id)
      if (!addressed) return NO_MESSAGE
      return post(addressed, { channel: 'send-contact-message', target: { entry_id: message_id }, claim })
    },
  }
}
