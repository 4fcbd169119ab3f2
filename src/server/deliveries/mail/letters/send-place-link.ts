import type pg from 'pg'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { markAsked, readRequester } from '../../../joining/requests.ts'
import { readPerson } from '../../../people/read-person.ts'
import type { Delivery } from '../../outbox/delivery.ts'
import { isAskedAtPlace } from '../ask-for-links.ts'
import { isComplaint } from '../bounce-queries.ts'
import type { Mails } from '../compose-mails.ts'
import { isDueAgain } from '../is-due-again.ts'
import type { Post } from '../mail-post.ts'
import { describeBounce } from '../mail-recipient.ts'
import { NOT_ON_THE_LIST } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/**
 * Sends a person the link to their own place. Anybody can ask for it in their name, so it goes out once a day at most,
 * unless the person asks at their place. It also goes to people who were rejected, and to addresses that bounced:
 * everybody may see and delete their data. A person who reported a mail as spam has to ask at their place, so
 * that strangers cannot cause more mails.
 */
export function createSendPlaceLink({ pool, mails, post }: Dependencies): Delivery<'send-place-link'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      const isTheirs = await isAskedAtPlace(pool, entry_id)
      if (!isTheirs && !isDueAgain(claim.delivered_at)) return { state: 'unchanged' }
      const person = await readPerson(pool, entry_id)
      const requester = person ? null : await readRequester(pool, entry_id)
      const known = person ?? requester
      if (!known) return NOT_ON_THE_LIST
      if (!isTheirs && known.bounce && (await isComplaint(pool, entry_id)))
        throw new DeliveryError('refused', describeBounce(known.bounce))
      // People who have not confirmed yet get the confirmation link, which also leads to their place.
      const mail = await (person ? mails.placeLink(person) : mails.confirm(requester!))
      const delivered = await post(mail, { channel: 'send-place-link', target: { entry_id }, claim, isTheirs })
      await markAsked(pool, entry_id)
      return delivered
    },
  }
}
