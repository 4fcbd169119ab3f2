import * as z from 'zod/mini'
import { Email } from '../values/text-schema.ts'

/** Services that keep a subscriber for each person, and end the subscription when the person opts out. */
export const NEWSLETTERS = ['beehiiv', 'mailchimp', 'kit', 'klaviyo'] as const

export const NEWSLETTER_NAMES = { beehiiv: 'Beehiiv', mailchimp: 'Mailchimp', kit: 'Kit', klaviyo: 'Klaviyo' } as const

export type NewsletterService = (typeof NEWSLETTERS)[number]

/**
 * Nothing is kept for these before they are set up, because most lists use none of them: a sync brings everybody. They
 * also follow places, friends and tags.
 */
export const SYNCED = ['mailchimp', 'kit', 'klaviyo'] as const

export type SyncedService = (typeof SYNCED)[number]

export function isSynced(service: Service): service is SyncedService {
  return SYNCED.some((one) => one === service)
}

export const SERVICES = ['mail', 'notion', ...NEWSLETTERS] as const

export type Service = (typeof SERVICES)[number]

export const CHOOSING = ['notion', ...NEWSLETTERS] as const

/** TypeScript reports an error until a new channel has everything else that it needs. */
export const SERVICE_OF = {
  'send-waitlist-email': 'mail',
  'send-referral-notification': 'mail',
  'send-contact-message': 'mail',
  'send-place-link': 'mail',
  'send-confirmation': 'mail',
  'send-reminder': 'mail',
  'send-address-confirmation': 'mail',
  'send-invitation': 'mail',
  'send-invitation-reminder': 'mail',
  'send-update': 'mail',
  'send-opening': 'mail',
  'send-reward': 'mail',
  'add-to-notion': 'notion',
  'sync-to-beehiiv': 'beehiiv',
  'sync-to-mailchimp': 'mailchimp',
  'sync-to-kit': 'kit',
  'sync-to-klaviyo': 'klaviyo',
  'erase-from-notion': 'notion',
  'erase-from-beehiiv': 'beehiiv',
  'erase-from-mailchimp': 'mailchimp',
  'erase-from-kit': 'kit',
  'erase-from-klaviyo': 'klaviyo',
} as const satisfies Record<string, Service>

export const CHANNELS = Object.keys(SERVICE_OF) as [Channel, ...Channel[]]

export type Channel = keyof typeof SERVICE_OF

export type ChannelOf<Name extends Service> = {
  [One in Channel]: (typeof SERVICE_OF)[One] extends Name ? One : never
}[Channel]

/** Null: nothing can be erased, because a sent mail cannot be taken back. */
export const RECORD_AT = {
  mail: null,
  notion: { filledBy: 'add-to-notion', erasedBy: 'erase-from-notion' },
  beehiiv: { filledBy: 'sync-to-beehiiv', erasedBy: 'erase-from-beehiiv' },
  mailchimp: { filledBy: 'sync-to-mailchimp', erasedBy: 'erase-from-mailchimp' },
  kit: { filledBy: 'sync-to-kit', erasedBy: 'erase-from-kit' },
  klaviyo: { filledBy: 'sync-to-klaviyo', erasedBy: 'erase-from-klaviyo' },
} as const satisfies { [Name in Service]: { filledBy: ChannelOf<Name>; erasedBy: ChannelOf<Name> } | null }

export type ErasingService = {
  [Name in Service]: (typeof RECORD_AT)[Name] extends null ? never : Name
}[Service]

export const ERASING_SERVICES = SERVICES.filter((name) => RECORD_AT[name] !== null) as [
  ErasingService,
  ...ErasingService[],
]

export type ErasingChannel = (typeof RECORD_AT)[ErasingService]['erasedBy']

export type FillingChannel = (typeof RECORD_AT)[ErasingService]['filledBy']

export const ERASING_CHANNELS = ERASING_SERVICES.map((name) => RECORD_AT[name].erasedBy)

export function channelsOf(service: Service): Channel[] {
  return CHANNELS.filter((channel) => SERVICE_OF[channel] === service)
}

export const DeliveryChannel = z.enum(CHANNELS)

export const count = z.int()

const ChannelState = z.object({
  channel: DeliveryChannel,
  is_used: z.boolean(),
  waiting: count,
  retrying: count,
  done_today: count,
  failed: count,
  dismissed: count,
  /** The service was not set up at the time. A catch-up sends these. */
  kept: count,
  /** Several friends of one person share a mail. */
  kept_friends: count,
})

export type ChannelState = z.infer<typeof ChannelState>

const MailBudget = z.object({
  scope: z.enum(['all', 'domain', 'recipient']),
  most: count,
  /** In the current hour or day; the highest for any one domain or recipient. */
  sent: count,
  delayed: count,
})

export type MailBudget = z.infer<typeof MailBudget>

const Integration = z.object({
  service: z.enum(SERVICES),
  is_set_up: z.boolean(),
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
  problems: z.array(z.string()),
  /** Properties or fields that the service lacks, as far as known. The server can create them. */
  missing: z.array(z.string()),
  /** With a made-up person. `id`: theirs at the service; null once removed. */
  trial: z.nullable(z.object({ id: z.nullable(z.string()) })),
  paused_until: z.nullable(z.iso.datetime()),
  is_catching_up: z.boolean(),
  channels: z.array(ChannelState),
  budgets: z.array(MailBudget),
})

export type Integration = z.infer<typeof Integration>

export const Integrations = z.object({
  /** The backup that the list was restored from. Nothing is sent until an owner releases the list. */
  held_at: z.nullable(z.iso.datetime()),
  /** On the answering server, such as `old history could not be deleted`. */
  failing: z.array(z.string()),
  webhooks_off: z.array(z.string()),
  integrations: z.array(Integration),
})

export type Integrations = z.infer<typeof Integrations>

const Choice = z.object({ id: z.string(), name: z.string() })

export type Choice = z.infer<typeof Choice>

export const Choices = z.object({ choices: z.array(Choice), problem: z.nullable(z.string()) })

export type Choices = z.infer<typeof Choices>

/** Without an `id`, adds a made-up person; with it, removes the person again. */
export const TrialRequest = z.object({ id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) })

export const Trial = z.object({ ok: z.boolean(), message: z.string(), id: z.nullable(z.string()) })

export type Trial = z.infer<typeof Trial>

/** Sends no data of people. */
export const TestResult = z.object({
  ok: z.boolean(),
  message: z.string(),
  problems: z.array(z.string()),
})

export type TestResult = z.infer<typeof TestResult>

export const TestMailRequest = z.object({ to: Email })

/** A repeated call during a catch-up adds none. */
export const CatchUpStarted = z.object({ queued: count })
