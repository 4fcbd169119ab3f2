import type pg from 'pg'
import { createAddToNotion } from './notion/add-to-notion.ts'
import { createLetters } from './mail/compose-letters.ts'
import type { Deliveries } from './delivery.ts'
import { createPost } from './mail/mail-post.ts'
import type { Clients } from './outside.ts'
import { createSendContactMessage } from './mail/send-contact-message.ts'
import { createSendNotification } from './mail/send-notification.ts'
import { createSendWelcome } from './mail/send-welcome.ts'
import { createSyncPerson } from './beehiiv/sync-person.ts'

type Dependencies = { pool: pg.Pool; outside: Clients; publicUrl: string; mailFrom: string }

/** What each channel does for one person, where its service is set up. */
export function createDeliveries({ pool, outside, publicUrl, mailFrom }: Dependencies): Deliveries {
  const { mail, notion, beehiiv } = outside
  const letters = createLetters({ pool, publicUrl })
  const post = mail && createPost({ pool, mail, mailFrom })
  return {
    'send-waitlist-email': post && createSendWelcome({ pool, letters, post }),
    'send-referral-notification': post && createSendNotification({ pool, letters, post }),
    'send-contact-message': post && createSendContactMessage({ letters, post }),
    'add-to-notion': notion && createAddToNotion({ pool, notion }),
    'sync-to-beehiiv': beehiiv && createSyncPerson({ pool, beehiiv }),
  }
}
