import type pg from 'pg'
import { readPerson } from '../waitlist/read-person.ts'
import type { Letters } from './compose-letters.ts'
import type { Delivery } from './delivery.ts'
import type { Post } from './mail-post.ts'
import { NOT_ON_THE_LIST, OPTED_OUT } from './mail-skips.ts'

/** Whoever joins again and again gets it once in so many milliseconds. */
const A_DAY = 24 * 60 * 60_000

type Dependencies = { pool: pg.Pool; letters: Letters; post: Post }

/** The mail with the place in the queue and the link that moves it. */
export function createSendWelcome({ pool, letters, post }: Dependencies): Delivery<'send-waitlist-email'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      if (claim.delivered_at && claim.delivered_at.getTime() > Date.now() - A_DAY) return { state: 'unchanged' }
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      if (person.is_opted_out) return OPTED_OUT
      return post(await letters.welcome(person), { channel: 'send-waitlist-email', target: { entry_id }, claim })
    },
  }
}
