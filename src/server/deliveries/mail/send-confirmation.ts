import type pg from 'pg'
import { readNewestWaiting } from '../../joining/waiting-answers.ts'
import { type Delivery, TooEarly } from '../delivery.ts'
import type { Mails } from './compose-mails.ts'
import { isDueAgain, nextDue } from './is-due-again.ts'
import type { Post } from './mail-post.ts'
import { findAsker } from './mail-recipient.ts'
import { NOTHING_TO_CONFIRM } from './mail-skips.ts'

type Dependencies = { pool: pg.Pool; mails: Mails; post: Post }

/**
 * Asks a person to confirm their address or new answers, at most once a day. What came after the last mail waits for
 * the next one.
 */
export function createSendConfirmation({ pool, mails, post }: Dependencies): Delivery<'send-confirmation'> {
  return {
    service: 'mail',
    async deliver({ entry_id }, claim) {
      const asker = await findAsker(pool, entry_id)
      if (!('person' in asker)) return asker
      const { person } = asker
      const { delivered_at } = claim
      const newest = await readNewestWaiting(pool, entry_id)
      const isAskedAgain = newest !== null && (delivered_at === null || newest > delivered_at)
      if (!person.is_unconfirmed && !isAskedAgain) return delivered_at ? { state: 'unchanged' } : NOTHING_TO_CONFIRM
      if (!isDueAgain(delivered_at)) {
        if (isAskedAgain) throw new TooEarly(nextDue(delivered_at!))
        return { state: 'unchanged' }
      }
      const mail = await (person.is_unconfirmed ? mails.confirm(person) : mails.confirmAnswers(person))
      return post(mail, { channel: 'send-confirmation', target: { entry_id }, claim })
    },
  }
}
