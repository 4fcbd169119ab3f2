import type { Channel, Service } from '#shared/integrations.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** What is known of earlier times when a delivery begins. Nobody else is at it meanwhile. */
export type Claim = {
  id: string
  /** The page, the subscription or the Message-ID that it has outside. */
  remote_id: string | null
  /** Of what was delivered last. */
  content_hash: string | null
  delivered_at: Date | null
  /** There is a newer full name than this job's, which Notion has or gets otherwise. */
  is_name_outdated: boolean
}

/**
 * How a delivery ended well. `skipped`: there was nothing to do, and `note` says why in the owner's words. `unchanged`:
 * it had been done before, and the record of that stays.
 */
export type Delivered = {
  state: 'done' | 'skipped' | 'unchanged'
  remote_id?: string | undefined
  content_hash?: string | undefined
  note?: string | undefined
  /** The friends of whom the same mail told, this delivery's own among them: their deliveries ended with it. */
  friends?: string[] | undefined
  /** What the owner should put right although it stopped nothing. */
  problem?: string | undefined
}

/** Waits until the service may be called again. The first turn comes with the delivery. */
export type TakeTurn = () => Promise<void>

/**
 * One way to the outside. `deliver` is called again after a crash, with the same claim: it finds or repeats what it had
 * done, under the same Message-ID or on the same page. It takes a turn before each call, if it makes more than one. It
 * throws a DeliveryError, or any error for a bug.
 */
export type Delivery<Name extends Channel = Channel> = {
  service: Service
  /**
   * Looked up before a turn is taken. `done`: another delivery did this one too. A date: it has to wait until then, which
   * is no failure.
   */
  readiness?: (body: Jobs[Name]) => Promise<'done' | 'due' | Date>
  deliver: (body: Jobs[Name], claim: Claim, takeTurn: TakeTurn) => Promise<Delivered>
}

/** Thrown by a delivery that has to wait after all, because another was quicker. */
export class TooEarly extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('The delivery has to wait')
    this.until = until
  }
}

/** Null: its service is not set up, and what it would have had to do waits for a catch-up. */
export type Deliveries = { [Name in Channel]: Delivery<Name> | null }
