import type pg from 'pg'
import { readToRemind } from '../../../waves/send-off.ts'
import type { Delivery } from '../../outbox/delivery.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { NOT_OPEN } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Reminds a person, once, that their invitation is about to end. */
export function createSendInvitationReminder({
  pool,
  mails,
  post,
}: Dependencies): Delivery<'send-invitation-reminder'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      const invitation = await readToRemind(pool, entry_id)
      if (!invitation) return NOT_OPEN
      if (claim.delivered_at && claim.delivered_at > invitation.sent_at) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      const mail = await mails.invitationReminder(recipient.person, invitation.ends_at)
      const target = { entry_id, friend_id: invitation.id }
      return post(mail, { channel: 'send-invitation-reminder', target, claim })
    },
  }
}
