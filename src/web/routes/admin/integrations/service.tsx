import { peopleWords, several } from '../ui/words.ts'
import {
  type Channel,
  type ChannelState,
  ERASING_CHANNELS,
  type Integration,
  isSynced,
  NEWSLETTER_NAMES,
  type NewsletterService,
  type Service,
} from '#shared/owner/integrations.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../state/use-account.tsx'
import { backupsQuery, integrationsQuery } from '../state/queries.ts'

type Words = {
  name: string
  record: string
  purpose: string
  /** Erasures are not counted. */
  catchUp: (count: number) => Question
  erase: string
}

type Question = { title: string; button: string; consequence: string }

export const SERVICE_WORDS: Record<Service, Words> = {
  mail: {
    name: 'Mail',
    record: '',
    purpose: 'Welcome emails, news about friends who join, and messages from your contact page.',
    catchUp: (count) => ({
      title: `Send ${several(count, 'email')}?`,
      button: `Send ${grouped(count)} queued`,
      consequence:
        'They’re sent one after the other, with up-to-date content. News about several friends is combined into one email.',
    }),
    erase: '',
  },
  notion: {
    name: 'Notion',
    record: 'A page in your database',
    purpose: 'A page in your database for each person.',
    catchUp: (count) => ({
      title: `Add ${peopleWords(count)} to Notion?`,
      button: `Add ${grouped(count)} queued`,
      consequence: 'Each person gets a page, about two per second.',
    }),
    erase: 'Pages of deleted people go to Notion’s trash.',
  },
  beehiiv: newsletterWords('beehiiv', 'A subscriber of your newsletter', 'about three per second'),
  mailchimp: newsletterWords('mailchimp', 'A contact in your audience', 'about three per second'),
  kit: newsletterWords('kit', 'A subscriber with your tag', 'about 40 per minute'),
  klaviyo: newsletterWords('klaviyo', 'A profile on your list', 'about three per second'),
}

function newsletterWords(service: NewsletterService, record: string, pace: string): Words {
  const name = NEWSLETTER_NAMES[service]
  return {
    name,
    record,
    purpose: `${record} for each person, except those who unsubscribed there or from your emails.`,
    catchUp: (count) => ({
      title: `Add ${peopleWords(count)} to ${name}?`,
      button: `Add ${grouped(count)} queued`,
      consequence: `Each person becomes a subscriber, ${pace}.`,
    }),
    erase:
      service === 'kit'
        ? 'Deleted people are unsubscribed and emptied. You delete them in Kit.'
        : 'Subscriptions of deleted people are removed.',
  }
}

const FIELDS = { one: 'field', many: 'fields' }

export const MISSING_WORDS: Record<Service, { one: string; many: string }> = {
  mail: { one: 'setting', many: 'settings' },
  notion: { one: 'property', many: 'properties' },
  beehiiv: FIELDS,
  mailchimp: FIELDS,
  kit: FIELDS,
  klaviyo: FIELDS,
}

const SUBSCRIBERS = { one: 'Subscriber', many: 'Subscribers' }
const DELETED = { one: 'Deleted subscriber', many: 'Deleted subscribers' }

export const CHANNEL_WORDS: Record<Channel, { one: string; many: string }> = {
  'send-waitlist-email': { one: 'Welcome email', many: 'Welcome emails' },
  'send-referral-notification': { one: 'Referral news', many: 'Referral news' },
  'send-place-link': { one: 'Sign-in link', many: 'Sign-in links' },
  'send-address-confirmation': { one: 'Confirmation of a new email', many: 'Confirmations of new emails' },
  'send-confirmation': { one: 'Confirmation', many: 'Confirmations' },
  'send-invitation': { one: 'Invitation', many: 'Invitations' },
  'send-invitation-reminder': { one: 'Invitation reminder', many: 'Invitation reminders' },
  'send-update': { one: 'Update', many: 'Updates' },
  'send-opening': { one: 'Notice that the list is open', many: 'Notices that the list is open' },
  'send-reward': { one: 'Reward', many: 'Rewards' },
  'send-reminder': { one: 'Reminder to confirm', many: 'Reminders to confirm' },
  'send-contact-message': { one: 'Contact message', many: 'Contact messages' },
  'add-to-notion': { one: 'Page', many: 'Pages' },
  'sync-to-beehiiv': SUBSCRIBERS,
  'sync-to-mailchimp': SUBSCRIBERS,
  'sync-to-kit': SUBSCRIBERS,
  'sync-to-klaviyo': SUBSCRIBERS,
  'erase-from-notion': { one: 'Deleted page', many: 'Deleted pages' },
  'erase-from-beehiiv': DELETED,
  'erase-from-mailchimp': DELETED,
  'erase-from-kit': DELETED,
  'erase-from-klaviyo': DELETED,
}

/** `brought`, `erased`: numbers of people. */
export function askCatchUp(service: Service, { brought, erased }: { brought: number; erased: number }): Question {
  const { name, catchUp, erase } = SERVICE_WORDS[service]
  const asked = catchUp(brought)
  if (erased === 0) return asked
  if (brought > 0) return { ...asked, consequence: `${asked.consequence} ${erase}` }
  return {
    title: `Delete ${peopleWords(erased)} from ${name}?`,
    button: `Delete ${grouped(erased)} queued`,
    consequence: erase,
  }
}

export const STATE_WORDS = {
  failed: 'Failed',
  retrying: 'Retrying',
  kept: 'Queued',
  dismissed: 'Dismissed',
} as const

export function sumOf({ channels }: Integration, count: Exclude<keyof ChannelState, 'channel' | 'is_used'>): number {
  return channels.reduce((sum, channel) => sum + channel[count], 0)
}

export function keptErasures({ channels }: Integration): number {
  const erasing: string[] = ERASING_CHANNELS
  return channels.reduce((sum, { channel, kept }) => sum + (erasing.includes(channel) ? kept : 0), 0)
}

export type Tone = 'off' | 'well' | 'trouble'

const TONES: Record<Tone, string> = {
  off: 'text-muted',
  well: '[&>i]:border-[var(--gain)] [&>i]:bg-[var(--gain)]',
  trouble: 'text-danger [&>i]:bg-current',
}

export function Standing({ tone, words }: ReturnType<typeof standingOf>) {
  return (
    <p className={`flex min-h-11 items-center gap-2 text-small font-medium ${TONES[tone]}`}>
      <i aria-hidden="true" className="size-2.5 flex-none rounded-full border-[1.5px] border-current" />
      {words}
    </p>
  )
}

export function standingOf(integration: Integration): { tone: Tone; words: string } {
  const { is_set_up, gaps, problems, paused_until, is_catching_up } = integration
  if (gaps.length > 0) return { tone: 'trouble', words: 'Incomplete' }
  if (!is_set_up) return { tone: 'off', words: 'Not connected' }
  if (paused_until) return { tone: 'trouble', words: 'Paused' }
  if (problems.length > 0) return { tone: 'trouble', words: 'Problem' }
  const failed = sumOf(integration, 'failed')
  if (failed > 0) return { tone: 'trouble', words: `${grouped(failed)} failed` }
  if (is_catching_up) return { tone: 'well', words: 'Sending queued' }
  if (sumOf(integration, 'waiting') > 0) return { tone: 'well', words: 'Sending' }
  if (isSynced(integration.service) && !integration.channels.some((one) => one.is_used))
    return { tone: 'off', words: 'Ready to sync' }
  const kept = sumOf(integration, 'kept')
  if (kept > 0) return { tone: 'off', words: `${grouped(kept)} queued` }
  return { tone: 'well', words: sumOf(integration, 'dismissed') > 0 ? 'Nothing left to send' : 'Up to date' }
}

export type Trouble = keyof ReturnType<typeof useTroubles>

export function useTroubles() {
  const enabled = useMay('manager')
  const { data } = useQuery({ ...integrationsQuery, enabled })
  const { data: backups } = useQuery({ ...backupsQuery, enabled })
  const failing = data?.integrations.filter((one) => standingOf(one).tone === 'trouble').map(({ service }) => service)
  return {
    mail: failing?.includes('mail') ?? false,
    services: failing?.some((service) => service !== 'mail') ?? false,
    backups: Boolean(backups?.failure),
    api: (data?.webhooks_off.length ?? 0) > 0,
    server: Boolean(data?.held_at) || (data?.failing.length ?? 0) > 0,
  }
}

export function IntegrationsMark() {
  return Object.values(useTroubles()).some(Boolean) && <TroubleMark />
}

export function TroubleMark() {
  return (
    <>
      <span className="trouble-dot" aria-hidden="true" />
      <span className="sr-only"> (something needs you)</span>
    </>
  )
}
