import type pg from 'pg'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { keepCredited } from '../../../people/find-person.ts'
import type { Mails } from '../compose-mails.ts'
import { type Delivery, TooEarly } from '../../../outbox/channel.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { NOT_COUNTED, ONLY_IMPORTED } from '../mail-skips.ts'
import { readReadiness, readUntoldFriends, releaseMail, reserveMail } from '../referral-mail-queries.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/**
 * Tells a referrer about every friend once: about the first immediately, then about all others since the last mail, in
 * at most one mail an hour and three a day. Anybody can join with a stranger's address and then join as friends of that
 * address, so more mails would be a way to flood a stranger. See
 * docs/decisions/0020-mail-templates-without-a-framework.md.
 */
export function createSendNotification({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    readiness: ({ subject, friend_id }) => readReadiness(pool, { entry_id: subject, friend_id: friend_id! }),
    async deliver(row) {
      const entry_id = row.subject
      const friend_id = row.friend_id!
      if (row.delivered_at) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      if (recipient.person.is_quiet) return ONLY_IMPORTED
      const credited = (friendIds: string[]) => keepCredited(pool, { referrerId: entry_id, friendIds })
      if ((await credited([friend_id])).length === 0) return NOT_COUNTED
      const reserved = await reserveMail(pool, entry_id)
      if ('opensAt' in reserved) throw new TooEarly(reserved.opensAt)
      try {
        const friends = await credited(await readUntoldFriends(pool, entry_id))
        const addressed = await mails.notification(recipient.person, friends)
        // The Message-ID depends on the newest friend: a mail that also names another friend is a different mail.
        const delivered = await post(addressed, { row, about: friends.at(-1) ?? friend_id })
        return { ...delivered, friends }
      } catch (error) {
        // A mail refused for good keeps its reservation: a mail about the next friend would be refused too.
        if (!isRefused(error)) await releaseMail(pool, entry_id, reserved.reservation)
        throw error
      }
    },
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof DeliveryError && (error.kind === 'refused' || error.kind === 'bounced')
}
