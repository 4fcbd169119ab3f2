import type pg from 'pg'
import { readToRemind } from '../../../waves/send-off.ts'
import type { Delivery } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { NOT_OPEN } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

export function createSendInvitationReminder({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      const invitation = await readToRemind(pool, entry_id)
      if (!invitation) return NOT_OPEN
      if (row.delivered_at && row.delivered_at > invitation.sent_at) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      const mail = await mails.invitationReminder(recipient.person, invitation.ends_at)
      return post(mail, { row, about: invitation.id })
    },
  }
}
