import type { Channel as ServiceChannel, Service } from '#shared/owner/integrations.ts'

export const OWN_CHANNELS = ['run-act', 'run-sync', 'leave', 'change-email', 'forget-statistics'] as const
export type OwnChannel = (typeof OWN_CHANNELS)[number]
export type Channel = ServiceChannel | OwnChannel

/** `friend_id`: whom a mail to their inviter is about. `data`: ids and numbers. */
export type Target = { subject: string; friend_id?: string | null; data?: object | null }

export type Row = {
  id: string
  channel: Channel
  subject: string
  friend_id: string | null
  data: object | null
  attempts: number
  claim: string
  remote_id: string | null
  content_hash: string | null
  delivered_at: Date | null
}

/** `skipped`: there was nothing to do, and `note` tells the owner why. `unchanged`: it was done before. */
export type Delivered = {
  state: 'done' | 'skipped' | 'unchanged'
  remote_id?: string | undefined
  content_hash?: string | undefined
  note?: string | undefined
  /** Their deliveries are done too. */
  friends?: string[] | undefined
  /** The owner should fix it, although it did not stop the delivery. */
  problem?: string | undefined
}

/** `note`: why nothing is sent, for the owner. */
export function skipped(note: string): Delivered {
  return { state: 'skipped', note }
}

export type TakeTurn = () => Promise<void>

/**
 * `deliver` is called again after a crash and must be idempotent. It takes a turn before each call, and throws a
 * `DeliveryError`, or any other error for a bug.
 */
export type Delivery = {
  service: Service
  /** `done`: another delivery included this one. A date: it has to wait until then, which is no failure. */
  readiness?: (row: Row) => Promise<'done' | 'due' | Date>
  deliver: (row: Row, takeTurn: TakeTurn) => Promise<Delivered>
}

/** `null`: not set up, kept for a catch-up. `sealed`: only another server can open the service's secret. */
export type Deliveries = Record<ServiceChannel, Delivery | null | 'sealed'>

/** Called again after a crash or an error: it must be idempotent. The signal aborts when the server stops. */
export type OwnWork = (row: Row, signal: AbortSignal) => Promise<void>

export class TooEarly extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('The delivery has to wait')
    this.until = until
  }
}
