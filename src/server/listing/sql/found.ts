import type { Order } from '#shared/list/filters.ts'
import type { Days } from '#shared/list/period.ts'

/** In the order of sign-up: the matches on `day` (null: the first), and on as many days after it as give `least`. */
export type Page = { order: Order; day: string | null; least: number }

export type Found = {
  /** The joining positions of the matches, as PostgreSQL writes an array; null if they are too many. */
  positions: string | null
  /** If `positions` is null: the lowest bit of the first byte is position 1. */
  bits: Uint8Array
  days: Days
}
