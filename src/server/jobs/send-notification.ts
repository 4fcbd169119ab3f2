import type pg from 'pg'
import { readPerson } from '../waitlist/read-person.ts'
import type { Letters } from './compose-letters.ts'
import type { Delivery } from './delivery.ts'
import type { Post } from './mail-post.ts'
import { NOT_ON_THE_LIST, OPTED_OUT } from './mail-skips.ts'

type Dependencies = { pool: pg.Pool; letters: Letters; post: Post }

/** Tells a referrer of a friend, once, with the place and the count of the moment it goes out. */
export function createSendNotification({ pool, letters, post }: Dependencies): Delivery<'send-referral-notification'> {
  return {
    service: 'mail',
    async deliver(target, claim) {
      if (claim.delivered_at) return { state: 'unchanged' }
      const referrer = await readPerson(pool, target.entry_id)
      if (!referrer) return NOT_ON_THE_LIST
      if (referrer.is_opted_out) return OPTED_OUT
      const letter = await letters.notification(referrer, target.friend_id)
      return post(letter, { channel: 'send-referral-notification', target, claim })
    },
  }
}
