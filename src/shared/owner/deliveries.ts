import * as z from 'zod/mini'
import { DeliveryChannel, SERVICES, channelsOf, count } from './integrations.ts'

/** `entry_id`: of a contact message if the channel is `send-contact-message`. */
const deliveryKey = {
  channel: DeliveryChannel,
  entry_id: z.uuid(),
  friend_id: z.nullable(z.uuid()),
}

export const DELIVERY_STATES = ['failed', 'retrying', 'kept', 'dismissed'] as const

export const DeliveriesQuery = z.object({
  service: z.enum(SERVICES),
  state: z.enum(DELIVERY_STATES),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})

export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

const DeliveryRow = z.object({
  ...deliveryKey,
  email: z.string(),
  reason: z.nullable(z.string()),
  friends: z.nullable(count),
  changed_at: z.iso.datetime(),
})

export type DeliveryRow = z.infer<typeof DeliveryRow>

export const DeliveriesPage = z.object({
  deliveries: z.array(DeliveryRow),
  next_cursor: z.nullable(z.string()),
})

export type DeliveriesPage = z.infer<typeof DeliveriesPage>

export const PersonDeliveries = z.object({
  deliveries: z.array(
    z.object({
      channel: DeliveryChannel,
      /** `skipped`: there was nothing to do. `kept`: the service was not set up at the time. */
      state: z.enum(['waiting', 'done', 'skipped', 'failed', 'dismissed', 'kept']),
      reason: z.nullable(z.string()),
      /** Several only for notifications, one for each friend. */
      count,
      changed_at: z.iso.datetime(),
    }),
  ),
})

export type PersonDeliveries = z.infer<typeof PersonDeliveries>

const oneDelivery = z.object(deliveryKey)

const allDeliveries = z.object({ service: z.enum(SERVICES) })

/** One failed delivery, also a dismissed one, or all of a service that are not dismissed. */
export const RetryRequest = z.union([oneDelivery, allDeliveries])

export type RetryRequest = z.infer<typeof RetryRequest>

export const RetryResult = z.object({ queued: count })

export type RetryResult = z.infer<typeof RetryResult>

const undo = { undo: z.optional(z.boolean()) }

export const DismissRequest = z.union([z.extend(oneDelivery, undo), z.extend(allDeliveries, undo)])

export type DismissRequest = z.infer<typeof DismissRequest>

export const DismissResult = z.object({ changed: count })

export type DismissResult = z.infer<typeof DismissResult>

export const MailQuery = z.object({
  channel: z.enum(channelsOf('mail')),
  entry_id: z.uuid(),
  friend_id: z.optional(z.uuid()),
})

export type MailQuery = z.infer<typeof MailQuery>

export const MailPreview = z.object({
  from: z.string(),
  to: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
})

export type MailPreview = z.infer<typeof MailPreview>
