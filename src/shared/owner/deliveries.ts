import * as z from 'zod/mini'
import { DeliveryChannel, SERVICES, channelsOf, count } from './integrations.ts'

/** Identifies a delivery. `entry_id` is the id of a contact message if the channel is `send-contact-message`. */
const deliveryKey = {
  channel: DeliveryChannel,
  entry_id: z.uuid(),
  friend_id: z.nullable(z.uuid()),
}

export const DELIVERY_STATES = ['failed', 'retrying', 'kept', 'dismissed'] as const

/** The query of `GET /api/admin/deliveries`: newest first, fifty per page. */
export const DeliveriesQuery = z.object({
  service: z.enum(SERVICES),
  state: z.enum(DELIVERY_STATES),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})

export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

const DeliveryRow = z.object({
  ...deliveryKey,
  /** The email of the person that the delivery is for or about. */
  email: z.string(),
  /** The reason for the failure, in words for the owner; null for a kept delivery. */
  reason: z.nullable(z.string()),
  /** The number of friends that a kept notification is about; null for any other delivery. */
  friends: z.nullable(count),
  changed_at: z.iso.datetime(),
})

export type DeliveryRow = z.infer<typeof DeliveryRow>

export const DeliveriesPage = z.object({
  deliveries: z.array(DeliveryRow),
  /** The cursor of the next page; null on the last page. */
  next_cursor: z.nullable(z.string()),
})

export type DeliveriesPage = z.infer<typeof DeliveriesPage>

/** `GET /api/admin/entries/:id/deliveries`: the deliveries of one person by channel and state, oldest change first. */
export const PersonDeliveries = z.object({
  deliveries: z.array(
    z.object({
      channel: DeliveryChannel,
      /** `skipped`: there was nothing to do. `kept`: the service was not set up at the time. */
      state: z.enum(['waiting', 'done', 'skipped', 'failed', 'dismissed', 'kept']),
      /** The reason for the state, in words for the owner; null if there is none. */
      reason: z.nullable(z.string()),
      /** The number of deliveries: several only for notifications, one for each friend. */
      count,
      changed_at: z.iso.datetime(),
    }),
  ),
})

export type PersonDeliveries = z.infer<typeof PersonDeliveries>

const oneDelivery = z.object(deliveryKey)

const allDeliveries = z.object({ service: z.enum(SERVICES) })

/**
 * `POST /api/admin/deliveries/retry`: retries one failed delivery, also a dismissed one, or all failed deliveries of a
 * service that are not dismissed. 202 with the number of retried deliveries.
 */
export const RetryRequest = z.union([oneDelivery, allDeliveries])

export type RetryRequest = z.infer<typeof RetryRequest>

export const RetryResult = z.object({ queued: count })

export type RetryResult = z.infer<typeof RetryResult>

/**
 * `POST /api/admin/deliveries/dismiss`: dismisses failed deliveries, which then no longer count, or restores dismissed
 * ones (`undo`). The answer has the number of deliveries that changed.
 */
const undo = { undo: z.optional(z.boolean()) }

export const DismissRequest = z.union([z.extend(oneDelivery, undo), z.extend(allDeliveries, undo)])

export type DismissRequest = z.infer<typeof DismissRequest>

export const DismissResult = z.object({ changed: count })

export type DismissResult = z.infer<typeof DismissResult>

/** The query of `GET /api/admin/mails`, which answers with a mail as it was sent, or as it would be sent now. */
export const MailQuery = z.object({
  channel: z.enum(channelsOf('mail')),
  entry_id: z.uuid(),
  friend_id: z.optional(z.uuid()),
})

export type MailQuery = z.infer<typeof MailQuery>

/** The mail without its HTML. `GET /api/admin/mails.html` with the same query serves the HTML as a page for a frame. */
export const MailPreview = z.object({
  from: z.string(),
  to: z.string(),
  reply_to: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
})

export type MailPreview = z.infer<typeof MailPreview>
