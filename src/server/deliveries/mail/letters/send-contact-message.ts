import type pg from 'pg'
import { type Delivery, TooEarly } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import { DIGEST, readContactMails } from '../contact-mail-queries.ts'
import type { Post } from '../mail-post.ts'
import { IN_DIGEST, NO_MESSAGE } from '../mail-skips.ts'

const MOST_MAILED = 6
const A_MINUTE_MS = 60_000

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

export function createSendContactMessage({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const message_id = row.subject
      if (row.delivered_at) return { state: 'unchanged' }
      const others = await readContactMails(pool, message_id)
      if (!others) return NO_MESSAGE
      if (others.is_told) return IN_DIGEST
      if (others.sent >= MOST_MAILED) throw new TooEarly(others.next_at!)
      if (others.waiting > MOST_MAILED) {
        // Several are delivered at once, and one of them sends the digest.
        if (!others.is_first) throw new TooEarly(new Date(Date.now() + A_MINUTE_MS))
        const delivered = await post(mails.contactDigest(others.waiting), { row })
        return { ...delivered, content_hash: DIGEST }
      }
      const addressed = await mails.contactMessage(message_id)
      return addressed ? post(addressed, { row }) : NO_MESSAGE
    },
  }
}
