import type pg from 'pg'
import { markAsked, summarizeRequests } from '../../../joining/requests.ts'
import { type Delivery, TooEarly } from '../../../outbox/channel.ts'
import type { Mails } from '../compose-mails.ts'
import { isDueAgain, nextDue } from '../is-due-again.ts'
import type { Post } from '../mail-post.ts'
import { findAsker } from '../mail-recipient.ts'
import { NOTHING_TO_CONFIRM } from '../mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/** Anybody can cause these mails by joining again. */
const MOST_ASKED_AGAIN_A_DAY = 3

export function createSendConfirmation({ pool, mails, post }: Dependencies): Delivery {
  return {
    service: 'mail',
    async deliver(row) {
      const entry_id = row.subject
      const asker = await findAsker(pool, entry_id)
      if ('state' in asker) return asker
      const isNew = 'requester' in asker
      const { delivered_at } = row
      const { newest, ofLastDay } = await summarizeRequests(pool, entry_id)
      // Times cannot tell: while a mail is in hand, the person may press its button and send other answers.
      const content_hash = newest?.toISOString()
      const isAskedAgain = newest !== null && content_hash !== row.content_hash
      if (!isNew && !isAskedAgain) return delivered_at ? { state: 'unchanged' } : NOTHING_TO_CONFIRM
      if (!isDueAgain(delivered_at)) {
        if (!isAskedAgain) return { state: 'unchanged' }
        if (ofLastDay > MOST_ASKED_AGAIN_A_DAY) throw new TooEarly(nextDue(delivered_at!))
      }
      const mail = await (isNew ? mails.confirm(asker.requester) : mails.confirmAnswers(asker.person))
      const delivered = await post(mail, { row })
      await markAsked(pool, entry_id)
      return { ...delivered, content_hash }
    },
  }
}
