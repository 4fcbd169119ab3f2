import type pg from 'pg'
import type { Letters } from './compose-letters.ts'
import type { Delivery } from '../delivery.ts'
import type { Post } from './mail-post.ts'
import { findRecipient } from './mail-recipient.ts'

/** Whoever joins again and again gets it once in so many milliseconds. */
const A_DAY = 24 * 60 * 60_000

type Dependencies = { pool: pg.Pool; letters: Letters; post: Post }

/** The mail with the place in the queue and the link that moves it. */
export function createSendWelcome({ pool, letters, post }: Dependencies): Delivery<'send-waitlist-email'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      if (claim.delivered_at && claim.delivered_at.getTime() > Date.now() - A_DAY) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      return post(await letters.welcome(recipient.person), {
        channel: 'send-waitlist-email',
        target: { entry_id },
        claim,
      })
    },
  }
}
