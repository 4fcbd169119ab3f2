import type pg from 'pg'
import { readWaitingChange } from '../../../people/addresses/email-changes.ts'
import { findHolder } from '../../../people/addresses/email-keys.ts'
import { readPerson } from '../../../people/read-person.ts'
import type { Delivery } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { ADDRESS_TAKEN, NOT_ON_THE_LIST, NOTHING_TO_CONFIRM } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Sends nothing if somebody on the list has that address, unless they never proved that it is theirs. */
export function createSendAddressConfirmation({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      const person = await readPerson(pool, entry_id)
      if (!person) return NOT_ON_THE_LIST
      const change = await readWaitingChange(pool, entry_id)
      const addressed = change && (await mails.confirmAddress(person))
      if (!addressed) return NOTHING_TO_CONFIRM
      // Times cannot tell: while a mail is in hand, the person may ask for yet another address.
      const content_hash = change.asked_at.toISOString()
      if (row.content_hash === content_hash) return { state: 'unchanged' }
      const holder = await findHolder(pool, addressed.to)
      if (holder && !holder.gives_way) return ADDRESS_TAKEN
      return { ...(await post(addressed, { row })), content_hash }
    },
  }
}
