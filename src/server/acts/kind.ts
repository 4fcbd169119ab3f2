import type * as z from 'zod/mini'
import type { Queryable, Transaction } from '../db/pool.ts'

/** An owner's act, as a kind sees it. In a preview, the id belongs to no stored act. */
export type Act<Stored = unknown> = { id: string; params: Stored }

/**
 * What an act would do to one entry. `before` and `after` are the values of the facet that it changes. `waiting`: this
 * entry's turn comes later, because something is under way.
 */
export type Plan =
  | { entry_id: string; state: 'changed'; before: unknown; after: unknown; moves?: string | null }
  | { entry_id: string; state: 'unchanged' | 'waiting' }
  | { entry_id: string; state: 'skipped'; reason: string }

export type PlannedChange = Extract<Plan, { state: 'changed' }>

/** A value to give back to an entry's facet. */
export type Restored = { entry_id: string; value: unknown }

/**
 * One kind of act. It knows nothing of selections, chunks, progress and undo. An act must not store a person's values:
 * what `toStored` leaves out of its row goes into a table of the entries, which erasing empties.
 */
export type ActKind<Params = unknown, Stored = Params> = {
  /** The fields of the request besides `kind` and `select`. */
  params: z.ZodMiniType<Params>
  toStored: (params: Params) => Stored
  /** The part of an entry that the act changes. An undo leaves a facet alone that a later act has changed. */
  facetOf: (act: Act<Stored>) => string
  /** Runs in the transaction that makes the act, once its entries are in `act_entries`. */
  prepare?: (tx: Transaction, act: Act<Stored>, params: Params) => Promise<void>
  /** Plans for these entries, without changing anything. Erased entries are missing from the answer. */
  plan: (db: Queryable, ids: string[], act: Act<Stored>) => Promise<Plan[]>
  /** Carries out plans that the same transaction has made, with the counter locked. */
  apply: (tx: Transaction, changes: PlannedChange[], act: Act<Stored>) => Promise<void>
  /**
   * Gives values back, for the undo with this id, with the counter locked. Null if acts of this kind cannot be undone.
   */
  restore: ((tx: Transaction, values: Restored[], undo: { id: string; facet: string }) => Promise<void>) | null
}
