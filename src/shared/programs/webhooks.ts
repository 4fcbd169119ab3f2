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
  'message.received',
  'site.published',
] as const
export type EventType = (typeof EVENTS)[number]
/** The event that an owner sends to test an endpoint. */
export const TEST_EVENT = 'endpoint.test'

/** The personal data that an owner can add to the events of an endpoint. */
const EVENT_FIELDS = ['email', 'name', 'answers'] as const
export type EventField = (typeof EVENT_FIELDS)[number]

/** The personal data that can be chosen for an endpoint of this kind. */
export function fieldsOf(kind: EndpointKind): readonly EventField[] {
  return kind === 'webhook' ? EVENT_FIELDS : ['name']
}

/** `slack` and `discord` get a line of text for each event. */
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

const ListedEndpoint = z.object({
  id: z.string(),
  kind: z.enum(ENDPOINT_KINDS),
  name: z.string(),
  /** The URL without the parts that may be secret. */
  address: z.string(),
  events: z.array(z.enum(EVENTS)),
  fields: z.array(z.enum(EVENT_FIELDS)),
  /** The reason that the endpoint is off; null while it is on. */
  off_because: z.nullable(z.enum(['owner', 'failing', 'gone'])),
  /** Failed attempts since the last successful one. */
  failures: count,
  waiting: count,
  given_up: count,
  /** Until this time, requests are also signed with the previous secret; null without a previous secret. */
  former_until: z.nullable(instant),
  created_at: instant,
})
export type ListedEndpoint = z.infer<typeof ListedEndpoint>

/**
 * `GET /api/admin/endpoints`: newest first. `no_secrets`: the reason that no endpoint can be added; null if one can.
 */
export const Endpoints = z.object({ endpoints: z.array(ListedEndpoint), no_secrets: z.nullable(z.string()) })
export type Endpoints = z.infer<typeof Endpoints>

/**
 * `POST /api/admin/endpoints`: 201 with a `MadeSecret`. A webhook with personal data always gets `entry.erased`, even
 * if it was not chosen.
 */
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

/** `secret`: the signing secret. Only this answer shows it. Null for Slack and Discord, which need none. */
export const MadeSecret = z.object({ id: z.string(), secret: z.nullable(z.string()) })
export type MadeSecret = z.infer<typeof MadeSecret>

/** `PATCH /api/admin/endpoints/:id`: 204. */
export const EndpointChange = z.strictObject({
  name: z.optional(text(LONGEST_ENDPOINT_NAME)),
  events: z.optional(events),
  fields: z.optional(fields),
  is_on: z.optional(z.boolean()),
})
export type EndpointChange = z.infer<typeof EndpointChange>

const DELIVERY_STATES = ['waiting', 'done', 'failed'] as const

/** The query of `GET /api/admin/endpoints/:id/deliveries`: newest first, fifty at a time. */
export const EndpointDeliveriesQuery = z.object({
  state: z.optional(z.enum(DELIVERY_STATES)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type EndpointDeliveriesQuery = z.infer<typeof EndpointDeliveriesQuery>

const EndpointDelivery = z.object({
  id: z.string(),
  /** The `webhook-id` of the request. */
  event_id: z.string(),
  type: z.string(),
  is_redelivery: z.boolean(),
  /** `failed`: the server no longer retries it. */
  state: z.enum(DELIVERY_STATES),
  attempts: count,
  /** The HTTP status of the last answer; null if there was none. */
  status: z.nullable(count),
  /** The beginning of the last answer, or the reason that there was none. */
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

/**
 * `POST /api/admin/endpoints/:id/redeliver`: sends one delivery again, or all events of a period. 202 with a
 * `Redelivered`.
 */
export const Redeliver = z.union([
  z.strictObject({ delivery: z.uuid() }),
  z.strictObject({ from: instant, to: instant }),
])
export type Redeliver = z.infer<typeof Redeliver>
export const Redelivered = z.object({ queued: count })

function isDistinct(list: string[]): boolean {
  return new Set(list).size === list.length
}
