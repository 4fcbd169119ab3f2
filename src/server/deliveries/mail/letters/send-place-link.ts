import type pg from 'pg'
import { DeliveryError } from '../../../integrations/delivery-error.ts'
import { markAsked, readRequester } from '../../../joining/requests.ts'
import { readPerson } from '../../../people/read-person.ts'
import type { Delivery } from '../../../outbox/channel.ts'
import { isAskedAtPlace } from '../ask-for-links.ts'
import { isComplaint } from '../bounce-queries.ts'
import type { Mails } from '../compose-mails.ts'
import { isDueAgain } from '../is-due-again.ts'
import type { Post } from '../mail-post.ts'
import { describeBounce } from '../mail-recipient.ts'
import { NOT_ON_THE_LIST } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/**
 * Anybody can ask for it in their name, so it goes out once a day at most, unless the person asks at their place. A
 * person who reported a mail as spam has to ask at their place, so that strangers cannot cause more mails.
 */
export function createSendPlaceLink({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      const isTheirs = await isAskedAtPlace(pool, entry_id)
      if (!isTheirs && !isDueAgain(row.delivered_at)) return { state: 'unchanged' }
      const person = await readPerson(pool, entry_id)
      const requester = person ? null : await readRequester(pool, entry_id)
      const known = person ?? requester
      if (!known) return NOT_ON_THE_LIST
      if (!isTheirs && known.bounce && (await isComplaint(pool, entry_id)))
        throw new DeliveryError('refused', describeBounce(known.bounce))
      // People who have not confirmed yet get the confirmation link, which also leads to their place.
      const mail = await (person ? mails.placeLink(person) : mails.confirm(requester!))
      const delivered = await post(mail, { row, isTheirs })
      await markAsked(pool, entry_id)
      return delivered
    },
  }
}
