import type { Channel, Service } from '#shared/owner/integrations.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** One worker's exclusive right to make a delivery, with the record of earlier attempts. */
export type Claim = {
  id: string
  /** The id of the page or the subscription at the service, or the Message-ID. */
  remote_id: string | null
  /** The hash of the content that was delivered last. */
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
 * call to the service. It throws a DeliveryError, or any other error for a bug.
 */
export type Delivery<Name extends Channel = Channel> = {
  service: Service
  /**
   * Called before a turn is taken. `done`: another delivery included this one. A date: this delivery has to wait until
   * then, which is not a failure.
   */
  readiness?: (body: Jobs[Name]) => Promise<'done' | 'due' | Date>
  deliver: (body: Jobs[Name], claim: Claim, takeTurn: TakeTurn) => Promise<Delivered>
}

/** Thrown by a delivery that has to wait after all, such as for a mail budget. It does not count as a failure. */
export class TooEarly extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('The delivery has to wait')
    this.until = until
  }
}

/** A channel is null while its service is not set up. Its deliveries then wait for a catch-up. */
export type Deliveries = { [Name in Channel]: Delivery<Name> | null }
