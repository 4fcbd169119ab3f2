import type { Channel } from '#shared/integrations.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** What joins leave to do for each channel; null for channels that joins have nothing to do with. */
export const LEFT_BY_JOINS: { [Name in Channel]: ((left: Jobs['fan-out']) => Jobs[Name][]) | null } = {
  'send-waitlist-email': ({ joined }) => joined.map(({ entry_id }) => ({ entry_id })),
  'send-referral-notification': ({ credited }) => credited,
  'send-contact-message': null,
  'add-to-notion': ({ joined }) => joined,
  'sync-to-beehiiv': ({ joined }) => joined.map(({ entry_id }) => ({ entry_id })),
}
