import type pg from 'pg'
import type { Delivery } from '../delivery.ts'
import type { Mails } from './compose-mails.ts'
import { isDueAgain } from './is-due-again.ts'
import type { Post } from './mail-post.ts'
import { findAsker } from './mail-recipient.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Sends a person the link to their own place. Anybody can ask for it in their name, so it goes out once a day at most. */
export function createSendPlaceLink({ pool, mails, post }: Dependencies): Delivery<'send-place-link'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      if (!isDueAgain(claim.delivered_at)) return { state: 'unchanged' }
      const asker = await findAsker(pool, entry_id)
      if (!('person' in asker)) return asker
      const { person } = asker
      // Whoever has not confirmed yet gets the link that does so: it leads to the place too.
      const mail = await (person.is_unconfirmed ? mails.confirm(person) : mails.placeLink(person))
      return post(mail, { channel: 'send-place-link', target: { entry_id }, claim })
    },
  }
}
