import type { Order } from '#shared/list/filters.ts'
import type { Days } from '#shared/list/period.ts'

/**
 * The matches that a page in the order of sign-up needs: as many days beyond the one given as have `least` matches.
 */
export type Page = { order: Order; day: string | null; least: number }

export type Found = {
  /** The joining positions of the matches, as PostgreSQL writes an array; null if they are too many. */
  positions: string | null
  /** Otherwise a bit for each joining position from 1 on, beginning with the lowest of the first byte. */
  bits: Uint8Array
  /** The days on which the matches joined. */
  days: Days
}
