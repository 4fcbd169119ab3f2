import type { Channel, Service } from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'

type Words = {
  name: string
  /** The purpose of the service, in a sentence. */
  purpose: string
  /** The question before `count` kept deliveries are sent. Erasures are not counted. */
  catchUp: (count: number) => Question
  /** The effect of erasing people who were erased from the list while the service was not set up. */
  erase: string
}

type Question = { title: string; button: string; consequence: string }

export const SERVICE_WORDS: Record<Service, Words> = {
  mail: {
    name: 'Mail',
    purpose:
      'Welcomes people who join, tells people when a friend has joined with their code, and brings you what is written on the contact page.',
    catchUp: (count) => ({
      title: `Send ${grouped(count)} ${count === 1 ? 'mail' : 'mails'}?`,
      button: `Send the ${grouped(count)} kept`,
      consequence:
        'The mails go out one after the other, saying how things stand now. Several friends of one person share a mail.',
    }),
    erase: '',
  },
  notion: {
    name: 'Notion',
    purpose: 'Keeps a page for each person in a database of yours.',
    catchUp: (count) => ({
      title: `Bring ${grouped(count)} ${count === 1 ? 'person' : 'people'} to Notion?`,
      button: `Bring the ${grouped(count)} kept`,
      consequence:
        'Each person gets a page, about two in a second. Full names are kept for 30 days: a page made later has the email as its title.',
    }),
    erase: 'The pages of erased people go into Notion’s trash.',
  },
  beehiiv: {
    name: 'Beehiiv',
    purpose:
      'Adds each person to your newsletter’s subscribers, except people who have unsubscribed there or from your mails.',
    catchUp: (count) => ({
      title: `Add ${grouped(count)} ${count === 1 ? 'person' : 'people'} to Beehiiv?`,
      button: `Add the ${grouped(count)} kept`,
      consequence: 'Each person becomes a subscriber, about three in a second.',
    }),
    erase: 'The subscriptions of erased people are deleted.',
  },
}

/** The name of the part that a service can lack, such as a field. */
export const MISSING_WORDS: Record<Service, { one: string; many: string }> = {
  mail: { one: 'setting', many: 'settings' },
  notion: { one: 'property', many: 'properties' },
  beehiiv: { one: 'field', many: 'fields' },
}

export const CHANNEL_WORDS: Record<Channel, { one: string; many: string }> = {
  'send-waitlist-email': { one: 'Welcome mail', many: 'Welcome mails' },
  'send-referral-notification': { one: 'Referral notification', many: 'Referral notifications' },
  'send-place-link': { one: 'Link to a place', many: 'Links to places' },
  'send-address-confirmation': { one: 'Confirmation of a new address', many: 'Confirmations of new addresses' },
  'send-confirmation': { one: 'Confirmation', many: 'Confirmations' },
  'send-invitation': { one: 'Invitation', many: 'Invitations' },
  'send-invitation-reminder': { one: 'Reminder of an invitation', many: 'Reminders of invitations' },
  'send-reminder': { one: 'Reminder to confirm', many: 'Reminders to confirm' },
  'send-contact-message': { one: 'Contact message', many: 'Contact messages' },
  'add-to-notion': { one: 'Page', many: 'Pages' },
  'sync-to-beehiiv': { one: 'Subscriber', many: 'Subscribers' },
  'erase-from-notion': { one: 'Erased page', many: 'Erased pages' },
  'erase-from-beehiiv': { one: 'Erased subscriber', many: 'Erased subscribers' },
}

/**
 * The question before the deliveries that were kept for a service are sent. `brought` and `erased`: the number of
 * people who are brought to the service and erased from it.
 */
export function askCatchUp(service: Service, { brought, erased }: { brought: number; erased: number }): Question {
  const { name, catchUp, erase } = SERVICE_WORDS[service]
  const asked = catchUp(brought)
  if (erased === 0) return asked
  if (brought > 0) return { ...asked, consequence: `${asked.consequence} ${erase}` }
  return {
    title: `Erase ${grouped(erased)} ${erased === 1 ? 'person' : 'people'} from ${name}?`,
    button: `Erase the ${grouped(erased)} kept`,
    consequence: erase,
  }
}

/** The labels for the states of unfinished deliveries. */
export const STATE_WORDS = {
  failed: 'Not delivered',
  retrying: 'Being tried again',
  kept: 'Kept',
  dismissed: 'Dismissed',
} as const
