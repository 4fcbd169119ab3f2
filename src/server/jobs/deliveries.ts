import type pg from 'pg'
import { createAddToNotion } from './add-to-notion.ts'
import type { Deliveries } from './delivery.ts'
import type { Clients } from './outside.ts'
import { createSyncPerson } from './sync-person.ts'

type Dependencies = { pool: pg.Pool; outside: Clients; publicUrl: string }

/** What each channel does for one person, where its service is set up. */
export function createDeliveries({ pool, outside: { notion, beehiiv } }: Dependencies): Deliveries {
  return {
    'send-waitlist-email': null,
    'send-referral-notification': null,
    'send-contact-message': null,
    'add-to-notion': notion && createAddToNotion({ pool, notion }),
    'sync-to-beehiiv': beehiiv && createSyncPerson({ pool, beehiiv }),
  }
}
