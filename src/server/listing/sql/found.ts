import type { Order } from '#shared/list/filters.ts'
import type { Days } from '#shared/list/period.ts'

/**
 * The matches that a page in the order of sign-up needs: those on `day`, and on as many days after it, in `order`, as
 * are needed for `least` matches. If `day` is null, the page begins with the first day.
 */
export type Page = { order: Order; day: string | null; least: number }

export type Found = {
  /** The joining positions of the matches, as PostgreSQL writes an array; null if they are too many. */
  positions: string | null
  /**
   * Used if `positions` is null. It has a bit for each joining position: the lowest bit of the first byte is for
   * position 1.
   */
  bits: Uint8Array
  /** The days on which the matches joined. */
  days: Days
}
