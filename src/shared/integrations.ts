import * as z from 'zod/mini'
import { Email } from './email-schema.ts'

/** The outside services, in the order the owner sees them. */
export const SERVICES = ['mail', 'notion', 'beehiiv'] as const
export type Service = (typeof SERVICES)[number]

/**
 * The channels: what can be delivered, and the service that each goes through. A channel's name is that of the job that
 * delivers. What else a channel needs is a type error until it is there.
 */
export const SERVICE_OF = {
  'send-waitlist-email': 'mail',
  'send-referral-notification': 'mail',
  'send-contact-message': 'mail',
  'add-to-notion': 'notion',
  'sync-to-beehiiv': 'beehiiv',
} as const satisfies Record<string, Service>

export const CHANNELS = Object.keys(SERVICE_OF) as [Channel, ...Channel[]]
export type Channel = keyof typeof SERVICE_OF

export function channelsOf(service: Service): Channel[] {
  return CHANNELS.filter((channel) => SERVICE_OF[channel] === service)
}

const DeliveryChannel = z.enum(CHANNELS)

const count = z.int()

/** How one kind of delivery stands. */
const ChannelState = z.object({
  channel: DeliveryChannel,
  /** Still to be done, those that failed and are tried again included, and those of people who have just joined. */
  waiting: count,
  /** Of these, how many have failed at least once. */
  retrying: count,
  /** Since the owner's midnight. */
  done_today: count,
  /** Given up, until the owner asks for them again. */
  failed: count,
  /** Kept because the service was not set up when they came: what a catch-up would send. */
  kept: count,
})
export type ChannelState = z.infer<typeof ChannelState>

const Integration = z.object({
  service: z.enum(SERVICES),
  is_set_up: z.boolean(),
  /** What it would take: the settings' names. */
  settings: z.array(z.string()),
  /** Set up in part: the settings because of which nothing is sent, and why. */
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
  /** What is wrong with all of it, and what to do; null while nothing is known to be. */
  problem: z.nullable(z.string()),
  /** Nothing is sent before; null while nothing holds it up. */
  paused_until: z.nullable(z.iso.datetime()),
  /** Whether a catch-up is under way. */
  is_catching_up: z.boolean(),
  channels: z.array(ChannelState),
})
export type Integration = z.infer<typeof Integration>

/** `GET /api/admin/integrations`. */
export const Integrations = z.object({ integrations: z.array(Integration) })
export type Integrations = z.infer<typeof Integrations>

/** `POST /api/admin/integrations/:service/test`: whether it can be reached and is set up right. Nothing is sent. */
export const TestResult = z.object({
  ok: z.boolean(),
  /** For the owner: what was found, or what is wrong. */
  message: z.string(),
  /** Each with its fix. */
  problems: z.array(z.string()),
})
export type TestResult = z.infer<typeof TestResult>

/** `POST /api/admin/integrations/mail/test-mail`: a real mail, to an address that the owner can read. */
export const TestMailRequest = z.object({ to: Email })
export type TestMailRequest = z.infer<typeof TestMailRequest>

/** `POST /api/admin/integrations/:service/catch-up`: 202 with how many will be sent. Asking again while it runs adds none. */
export const CatchUpStarted = z.object({ queued: count })
export type CatchUpStarted = z.infer<typeof CatchUpStarted>

/** Which delivery: `entry_id` is a contact message's id where the channel is `send-contact-message`. */
const deliveryKey = {
  channel: DeliveryChannel,
  entry_id: z.uuid(),
  friend_id: z.nullable(z.uuid()),
}

export const DELIVERY_STATES = ['failed', 'retrying', 'kept'] as const

/** The query of `GET /api/admin/deliveries`: the newest first, fifty at a time. */
export const DeliveriesQuery = z.object({
  service: z.enum(SERVICES),
  state: z.enum(DELIVERY_STATES),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

const DeliveryRow = z.object({
  ...deliveryKey,
  /** Whom it is for or about. */
  email: z.string(),
  /** Why it failed, in words for the owner; null for what is kept. */
  reason: z.nullable(z.string()),
  changed_at: z.iso.datetime(),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

export const DeliveriesPage = z.object({
  deliveries: z.array(DeliveryRow),
  /** For the next page; null on the last. */
  next_cursor: z.nullable(z.string()),
})
export type DeliveriesPage = z.infer<typeof DeliveriesPage>

/** `POST /api/admin/deliveries/retry`: one that failed, or all of a service. 202 with how many go out again. */
export const RetryRequest = z.union([z.object(deliveryKey), z.object({ service: z.enum(SERVICES) })])
export type RetryRequest = z.infer<typeof RetryRequest>
export const RetryResult = z.object({ queued: count })
export type RetryResult = z.infer<typeof RetryResult>

/** The query of `GET /api/admin/mails`: a mail as it has arrived, or as it would if it were sent now. */
export const MailQuery = z.object({
  channel: z.enum(['send-waitlist-email', 'send-referral-notification', 'send-contact-message']),
  entry_id: z.uuid(),
  friend_id: z.optional(z.uuid()),
})
export type MailQuery = z.infer<typeof MailQuery>

/** Its HTML is a page of its own, `GET /api/admin/mails.html` with the same query: to be shown in a frame. */
export const MailPreview = z.object({
  from: z.string(),
  to: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
})
export type MailPreview = z.infer<typeof MailPreview>
