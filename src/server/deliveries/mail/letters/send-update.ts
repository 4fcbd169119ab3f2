import type pg from 'pg'
import { type Delivery, TooEarly } from '../../../outbox/channel.ts'
import { FAR_OFF, readUpdate, restIfUnwelcome } from '../../../updates/updates.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { NOT_ON_THE_LIST, ONLY_PLACE, PERHAPS_SENT } from '../mail-skips.ts'
import { DeliveryError } from '../../../integrations/delivery-error.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Sends an update to one person, never twice. The row's `friend_id` is the update. */
export function createSendUpdate({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      if (row.remote_id !== null) return PERHAPS_SENT
      const update = await readUpdate(pool, row.friend_id!)
      if (!update) return NOT_ON_THE_LIST
      const due = update.state === 'resting' ? FAR_OFF : update.sends_at
      if (due && due > new Date()) throw new TooEarly(due)
      const recipient = await findRecipient(pool, row.subject)
      if (!('person' in recipient)) return recipient
      if (recipient.person.wants_only_place) return ONLY_PLACE
      try {
        return await post(await mails.update(recipient.person, update), { row, isOnce: true })
      } catch (error) {
        if (error instanceof DeliveryError && error.kind === 'bounced') await restIfUnwelcome(pool, [row.subject])
        throw error
      }
    },
  }
}
