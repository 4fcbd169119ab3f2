import type pg from 'pg'
import type { Delivery } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import type { Post } from '../mail-post.ts'
import { isOptedOut } from '../../../people/addresses/opted-out.ts'
import { findAsker } from '../mail-recipient.ts'
import { NOTHING_TO_CONFIRM, OPTED_OUT } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

export function createSendReminder({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      if (row.delivered_at) return { state: 'unchanged' }
      const asker = await findAsker(pool, entry_id)
      if (!('requester' in asker)) return NOTHING_TO_CONFIRM
      if (await isOptedOut(pool, asker.requester)) return OPTED_OUT
      const mail = await mails.confirm(asker.requester, { isReminder: true })
      return post(mail, { row })
    },
  }
}
