import * as z from 'zod/mini'
import { Email } from '../values/email-schema.ts'

/** The services, in the order in which the owner sees them. */
export const SERVICES = ['mail', 'notion', 'beehiiv'] as const

export type Service = (typeof SERVICES)[number]

/** The services in which the owner chooses the database or publication that people are added to. */
export const CHOOSING = ['notion', 'beehiiv'] as const

/**
 * The service of each channel. A channel has the name of the job that delivers. TypeScript reports an error until a new
 * channel has everything else that it needs.
 */
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
  'add-to-notion': 'notion',
  'sync-to-beehiiv': 'beehiiv',
  'erase-from-notion': 'notion',
  'erase-from-beehiiv': 'beehiiv',
} as const satisfies Record<string, Service>

export const CHANNELS = Object.keys(SERVICE_OF) as [Channel, ...Channel[]]

export type Channel = keyof typeof SERVICE_OF

export type ChannelOf<Name extends Service> = {
  [One in Channel]: (typeof SERVICE_OF)[One] extends Name ? One : never
}[Channel]

/**
 * For each service, the channel that sends a person's data there and the channel that erases the data. Null: nothing
 * can be erased at the service, because a sent mail cannot be taken back.
 */
export const RECORD_AT = {
  mail: null,
  notion: { filledBy: 'add-to-notion', erasedBy: 'erase-from-notion' },
  beehiiv: { filledBy: 'sync-to-beehiiv', erasedBy: 'erase-from-beehiiv' },
} as const satisfies { [Name in Service]: { filledBy: ChannelOf<Name>; erasedBy: ChannelOf<Name> } | null }

/** The services from which a person can be erased. */
export type ErasingService = {
  [Name in Service]: (typeof RECORD_AT)[Name] extends null ? never : Name
}[Service]

export const ERASING_SERVICES = SERVICES.filter((name) => RECORD_AT[name] !== null) as [
  ErasingService,
  ...ErasingService[],
]

export type ErasingChannel = (typeof RECORD_AT)[ErasingService]['erasedBy']

export const ERASING_CHANNELS = ERASING_SERVICES.map((name) => RECORD_AT[name].erasedBy)

export function channelsOf(service: Service): Channel[] {
  return CHANNELS.filter((channel) => SERVICE_OF[channel] === service)
}

export const DeliveryChannel = z.enum(CHANNELS)

export const count = z.int()

/** The state of one kind of delivery. */
const ChannelState = z.object({
  channel: DeliveryChannel,
  /** Whether any delivery of this kind is stored, whatever its state. */
  is_used: z.boolean(),
  /** Still to send, including failed deliveries that are retried and deliveries for people who have just joined. */
  waiting: count,
  /** The number of `waiting` deliveries that have failed at least once. */
  retrying: count,
  /** Delivered since the owner's midnight. */
  done_today: count,
  /** Given up until the owner retries them. */
  failed: count,
  /** Given up, and dismissed by the owner. */
  dismissed: count,
  /** Not sent, because the service was not set up at the time. A catch-up would send these. */
  kept: count,
  /** The number of friends that the kept notifications are about. Several friends of one person share a mail. */
  kept_friends: count,
})

export type ChannelState = z.infer<typeof ChannelState>

/** A limit on mails: all mails in an hour, mails to one domain in an hour, or mails to one recipient in a day. */
const MailBudget = z.object({
  scope: z.enum(['all', 'domain', 'recipient']),
  most: count,
  /**
   * The number of mails sent in the current hour or day. For `domain` and `recipient`: the highest number for any one
   * domain or recipient.
   */
  sent: count,
  /** The number of times that a mail was delayed to a later hour or day. */
  delayed: count,
})

export type MailBudget = z.infer<typeof MailBudget>

const Integration = z.object({
  service: z.enum(SERVICES),
  is_set_up: z.boolean(),
  /** For a service that is set up in part: the settings that keep it from sending, and why. */
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
  /** The known faults that affect the whole service, each with its remedy. */
  problems: z.array(z.string()),
  /** The names of the properties or fields that the service lacks, as far as is known. The server can create them. */
  missing: z.array(z.string()),
  /** The last trial with a made-up person. `id`: theirs at the service; null once they were removed. */
  trial: z.nullable(z.object({ id: z.nullable(z.string()) })),
  /** The service sends nothing before this time; null while it is not paused. */
  paused_until: z.nullable(z.iso.datetime()),
  /** Whether a catch-up is in progress. */
  is_catching_up: z.boolean(),
  channels: z.array(ChannelState),
  /** Only for mail. */
  budgets: z.array(MailBudget),
})

export type Integration = z.infer<typeof Integration>

/** `GET /api/admin/integrations`. */
export const Integrations = z.object({
  /**
   * The time of the backup that the list was restored from. While it is set, nothing is sent until an owner releases
   * the list. Null otherwise.
   */
  held_at: z.nullable(z.iso.datetime()),
  /** Background work that keeps failing on the answering server, such as `old history could not be deleted`. */
  failing: z.array(z.string()),
  /** The names of webhooks that were switched off because they failed. */
  webhooks_off: z.array(z.string()),
  integrations: z.array(Integration),
})

export type Integrations = z.infer<typeof Integrations>

/** A Notion database or a Beehiiv publication that can receive people. */
const Choice = z.object({ id: z.string(), name: z.string() })

export type Choice = z.infer<typeof Choice>

/**
 * The answer of `GET …/integrations/:service/choices`. `problem`: the reason that there is no list, in the service's
 * words.
 */
export const Choices = z.object({ choices: z.array(Choice), problem: z.nullable(z.string()) })

export type Choices = z.infer<typeof Choices>

/**
 * The body of `POST …/integrations/:service/trial`. Without an `id`, it adds a made-up person to the service. With the
 * `id` from that answer, it removes the person again.
 */
export const TrialRequest = z.object({ id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) })

export const Trial = z.object({ ok: z.boolean(), message: z.string(), id: z.nullable(z.string()) })

export type Trial = z.infer<typeof Trial>

/**
 * `POST /api/admin/integrations/:service/test`: tests whether the service can be reached and is set up correctly. It
 * sends no data of people.
 */
export const TestResult = z.object({
  ok: z.boolean(),
  /** For the owner: the findings or the fault. */
  message: z.string(),
  /** Warnings, each with its remedy. */
  problems: z.array(z.string()),
})

export type TestResult = z.infer<typeof TestResult>

/** `POST /api/admin/integrations/mail/test-mail`: sends a real mail to an address that the owner can read. */
export const TestMailRequest = z.object({ to: Email })

export type TestMailRequest = z.infer<typeof TestMailRequest>

/**
 * `POST /api/admin/integrations/:service/catch-up`: 202 with the number of deliveries to send. A repeated call during a
 * catch-up adds none.
 */
export const CatchUpStarted = z.object({ queued: count })

export type CatchUpStarted = z.infer<typeof CatchUpStarted>
