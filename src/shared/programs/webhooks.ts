import * as z from 'zod/mini'
import { text } from '../values/text-schema.ts'

export const EVENTS = [
  'entry.joined',
  'entry.changed',
  'entry.moved',
  'entry.rejected',
  'entry.accepted',
  'entry.erased',
  'invitation.sent',
  'invitation.accepted',
  'invitation.ended',
  'wave.finished',
  'update.sent',
  'reward.earned',
  'message.received',
  'site.published',
  'summary.daily',
] as const
export type EventType = (typeof EVENTS)[number]
export const TEST_EVENT = 'endpoint.test'

const EVENT_FIELDS = ['email', 'name', 'answers'] as const
export type EventField = (typeof EVENT_FIELDS)[number]

export function fieldsOf(kind: EndpointKind): readonly EventField[] {
  return kind === 'webhook' ? EVENT_FIELDS : ['name']
}

export const ENDPOINT_KINDS = ['webhook', 'slack', 'discord'] as const
export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

const LONGEST_URL = 2_000
export const LONGEST_ENDPOINT_NAME = 60
const instant = z.iso.datetime()
const count = z.int()
const events = z
  .array(z.enum(EVENTS))
  .check(z.minLength(1, 'needs at least one'), z.refine(isDistinct, 'must not repeat one'))
const fields = z.array(z.enum(EVENT_FIELDS)).check(z.refine(isDistinct, 'must not repeat one'))
export const HookFields = fields

const ListedEndpoint = z.object({
  id: z.string(),
  kind: z.enum(ENDPOINT_KINDS),
  name: z.string(),
  /** Without the parts that may be secret. */
  address: z.string(),
  events: z.array(z.enum(EVENTS)),
  fields: z.array(z.enum(EVENT_FIELDS)),
  off_because: z.nullable(z.enum(['owner', 'failing', 'gone'])),
  failures: count,
  waiting: count,
  given_up: count,
  /** Until then, requests are also signed with the previous secret. */
  former_until: z.nullable(instant),
  created_at: instant,
})
export type ListedEndpoint = z.infer<typeof ListedEndpoint>

export const Endpoints = z.object({ endpoints: z.array(ListedEndpoint), no_secrets: z.nullable(z.string()) })
export type Endpoints = z.infer<typeof Endpoints>

/** A webhook with personal data always gets `entry.erased`, even if not chosen. */
export const NewEndpoint = z
  .strictObject({
    kind: z._default(z.enum(ENDPOINT_KINDS), 'webhook'),
    name: text(LONGEST_ENDPOINT_NAME),
    url: text(LONGEST_URL),
    events,
    fields: z._default(fields, []),
  })
  .check(
    z.refine(({ kind, fields }) => fields.every((field) => fieldsOf(kind).includes(field)), {
      path: ['fields'],
      message: 'can only have the name in a chat',
    }),
  )
export type NewEndpoint = z.input<typeof NewEndpoint>

/** Only this answer shows it. Null for Slack and Discord, which need none. */
export const MadeSecret = z.object({ id: z.string(), secret: z.nullable(z.string()) })
export type MadeSecret = z.infer<typeof MadeSecret>

export const EndpointChange = z.strictObject({
  name: z.optional(text(LONGEST_ENDPOINT_NAME)),
  events: z.optional(events),
  fields: z.optional(fields),
  is_on: z.optional(z.boolean()),
})
export type EndpointChange = z.infer<typeof EndpointChange>

/** Of a program that subscribes by itself. Its key says what else is sent. */
export const NewHook = z.strictObject({ url: text(LONGEST_URL), events })
export const HookSamples = z.array(
  z.object({ type: z.string(), timestamp: instant, data: z.record(z.string(), z.unknown()) }),
)
export const HookSamplesQuery = z.object({ event: z.enum(EVENTS) })

const DELIVERY_STATES = ['waiting', 'done', 'failed'] as const

export const EndpointDeliveriesQuery = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type EndpointDeliveriesQuery = z.infer<typeof EndpointDeliveriesQuery>

const EndpointDelivery = z.object({
  id: z.string(),
  event_id: z.string(),
  type: z.string(),
  is_redelivery: z.boolean(),
  state: z.enum(DELIVERY_STATES),
  attempts: count,
  status: z.nullable(count),
  answer: z.nullable(z.string()),
  created_at: instant,
  tried_at: z.nullable(instant),
  due_at: instant,
})
export type EndpointDelivery = z.infer<typeof EndpointDelivery>
export const EndpointDeliveries = z.object({
  deliveries: z.array(EndpointDelivery),
  next_cursor: z.nullable(z.string()),
})
export type EndpointDeliveries = z.infer<typeof EndpointDeliveries>

export const Redeliver = z.union([
  z.strictObject({ delivery: z.uuid() }),
  z.strictObject({ from: instant, to: instant }),
])
export type Redeliver = z.infer<typeof Redeliver>
export const Redelivered = z.object({ queued: count })

function isDistinct(list: string[]): boolean {
  return new Set(list).size === list.length
}
