import type { Channel } from '#shared/owner/integrations.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** The jobs that sign-ups cause in each channel; null for channels that sign-ups do not concern. */
export const LEFT_BY_JOINS: { [Name in Channel]: ((left: Jobs['fan-out']) => Jobs[Name][]) | null } = {
  'send-waitlist-email': ({ joined }) => joined,
  'send-referral-notification': ({ credited }) => credited,
  'send-place-link': null,
  'send-address-confirmation': null,
  'send-confirmation': ({ asked }) => asked ?? [],
  'send-reminder': null,
  'send-invitation': null,
  'send-invitation-reminder': null,
  'send-contact-message': null,
  'add-to-notion': ({ joined }) => joined,
  'sync-to-beehiiv': ({ joined }) => joined,
  'erase-from-notion': null,
  'erase-from-beehiiv': null,
}
