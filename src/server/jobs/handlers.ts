import type pg from 'pg'
import { createSendMessages } from '../contact/send-message.ts'
import type { CreditLater } from '../waitlist/credit-later.ts'
import { recordNotSetUp } from './queries.ts'
import type { Channel } from './jobs.ts'
import type { Handlers } from './start-jobs.ts'

type Dependencies = { pool: pg.Pool; creditLater: CreditLater }

/** What each job does. No outside channel can be set up yet, so what each would have sent is noted for a catch-up. */
export function createHandlers({ pool, creditLater }: Dependencies): Handlers {
  const notSetUp = (channel: Channel) => (people: { entry_id: string; friend_id?: string }[]) =>
    recordNotSetUp(pool, channel, people)
  return {
    'send-waitlist-email': notSetUp('send-waitlist-email'),
    'send-referral-notification': notSetUp('send-referral-notification'),
    'add-to-notion': notSetUp('add-to-notion'),
    'sync-to-beehiiv': notSetUp('sync-to-beehiiv'),
    'send-contact-message': createSendMessages({ pool }),
    'credit-referrer': creditLater,
  }
}
