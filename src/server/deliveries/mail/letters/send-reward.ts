import type pg from 'pg'
import type { Delivery } from '../../../outbox/channel.ts'
import { readRewardMail } from '../../../rewards/read-rewards.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { NOT_ON_THE_LIST, PERHAPS_SENT } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Mails a code once: it is on the person's own place too. The row's `friend_id` is the milestone. */
export function createSendReward({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      if (row.remote_id !== null) return PERHAPS_SENT
      const reward = await readRewardMail(pool, { entryId: row.subject, milestone: row.friend_id! })
      if (!reward) return NOT_ON_THE_LIST
      const recipient = await findRecipient(pool, row.subject)
      if (!('person' in recipient)) return recipient
      return post(await mails.reward(recipient.person, reward), { row, isOnce: true })
    },
  }
}
