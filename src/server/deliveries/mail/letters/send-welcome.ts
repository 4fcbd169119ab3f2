import type pg from 'pg'
import type { Mails } from '../compose-mails.ts'
import type { Delivery } from '../../../outbox/channel.ts'
import type { Post } from '../mail-post.ts'
import { findRecipient } from '../mail-recipient.ts'
import { isDueAgain } from '../is-due-again.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

export function createSendWelcome({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      if (!isDueAgain(row.delivered_at)) return { state: 'unchanged' }
      const recipient = await findRecipient(pool, entry_id)
      if (!('person' in recipient)) return recipient
      return post(await mails.welcome(recipient.person), { row })
    },
  }
}
