import type { Channel as ServiceChannel, Service } from '#shared/owner/integrations.ts'

export const OWN_CHANNELS = ['run-act', 'run-sync', 'leave', 'change-email', 'forget-statistics'] as const
export type OwnChannel = (typeof OWN_CHANNELS)[number]
export type Channel = ServiceChannel | OwnChannel

/** What a row is about. `friend_id`: whom a mail to their inviter is about. `data`: ids and numbers. */
export type Target = { subject: string; friend_id?: string | null; data?: object | null }

export type Row = {
  id: string
  channel: Channel
  subject: string
  friend_id: string | null
  data: object | null
  attempts: number
  /** The id of this attempt: only it may record an outcome. */
  claim: string
  remote_id: string | null
  content_hash: string | null
  delivered_at: Date | null
}

/**
 * The outcome of a delivery that did not fail. `skipped`: there was nothing to do, and `note` tells the owner why.
 * `unchanged`: it was done before, and its record stays as it is.
 */
export type Delivered = {
  state: 'done' | 'skipped' | 'unchanged'
  remote_id?: string | undefined
  content_hash?: string | undefined
  note?: string | undefined
  /** The friends that the same mail named, including this delivery's friend: their deliveries are done too. */
  friends?: string[] | undefined
  /** A problem that the owner should fix although it did not stop the delivery. */
  problem?: string | undefined
}

/**
 * Waits until the service may be called again. The first call returns at once: that turn was taken before the delivery.
 */
export type TakeTurn = () => Promise<void>

/**
 * The deliveries of one channel. `deliver` is called again after a crash, with the same record, and must be idempotent:
 * it finds its earlier page or subscription, or repeats the mail under the same Message-ID. It takes a turn before each
 * call to the service. It throws a `DeliveryError`, or any other error for a bug.
 */
export type Delivery = {
  service: Service
  /**
   * Called before a turn is taken. `done`: another delivery included this one. A date: this delivery has to wait until
   * then, which is not a failure.
   */
  readiness?: (row: Row) => Promise<'done' | 'due' | Date>
  deliver: (row: Row, takeTurn: TakeTurn) => Promise<Delivered>
}

/**
 * `null`: the service is not set up, and its deliveries are kept for a catch-up. `sealed`: this server cannot open the
 * secret of the service, and leaves the deliveries to a server that can.
 */
export type Deliveries = Record<ServiceChannel, Delivery | null | 'sealed'>

/**
 * Does the work of a row of our own. It is called again after a crash or an error, and must be idempotent. The signal
 * aborts when the server stops.
 */
export type OwnWork = (row: Row, signal: AbortSignal) => Promise<void>

/** Thrown by a delivery that has to wait after all, such as for a mail budget. It does not count as a failure. */
export class TooEarly extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('The delivery has to wait')
    this.until = until
  }
}
