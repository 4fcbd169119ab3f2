import type { ActRow } from '#shared/list/acts.ts'
import type { ChangeNote, SkipReason } from '#shared/list/act-words.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import type { IdQuery } from './entry-queries.ts'

/**
 * An owner's act, as a kind sees it. An undo has the params and the facet of the act that it takes back. In a preview,
 * the id belongs to no stored act.
 */
export type Act<Stored = unknown, Asked = unknown> = { id: string; facet: string; params: Stored; asked?: Asked }

/** How the entries of an act were selected, as its row holds it. */
export type StoredSelection = ActRow['selection']

/**
 * The plan of an act for one entry. `before` and `after` are values of the act's facet; `moves` tells whose counted
 * places would change; `note` what else comes of it.
 */
export type Plan =
  | {
      entry_id: string
      state: 'changed'
      before: unknown
      after: unknown
      moves?: Move | null
      note?: ChangeNote | undefined
    }
  | { entry_id: string; state: 'unchanged' }
  | { entry_id: string; state: 'skipped'; reason: SkipReason }

/** The change in the counted places of a referrer; negative if they lose some. */
export type Move = { referrerId: string; places: number }

export type PlannedChange = Extract<Plan, { state: 'changed' }>

/** A change that an act made to an entry, for its undo. */
export type Done = { entry_id: string; before: unknown; after: unknown }

/** `rest`: the pause after a part while people join, as a multiple of the part's time, and at least `leastRestMs`. */
export type Pace = { part: number; rest: number; leastRestMs: number }

/** `beginning`: the act that began it all, and whether it is in force now. `undoes`: the act that this one takes back. */
type Settled = { beginning: { id: string; isInForce: boolean }; undoes: string | null }

/**
 * One kind of act. It knows nothing of selections, parts, progress and conflicts of undo. An act's row must not hold
 * what the owner wrote about a person: `toStored` leaves that out, and `prepare` writes it into a table that erasing
 * empties.
 */
export type ActKind<Params = never, Stored = Params> = {
  /** How large its parts are, and how long it rests between them, unless it is an undo. See `run-act.ts` for the usual. */
  pace?: Pace
  /** False for kinds whose undo cannot be undone. */
  canRedo?: boolean
  /** The part of an entry that the act changes. An undo leaves it alone where a later act has changed it. */
  facetOf: (act: { id: string; params: Stored }) => string
  /** Throws an AppError if a setting is missing, without which no act of this kind can be made. */
  checkSettings?: () => void
  /** The params as the act's row holds them. */
  toStored: (params: Params, selection: StoredSelection) => Stored
  /** Runs in the transaction that makes the act, for its entries slice by slice, with all that was requested. */
  prepare?: (tx: Transaction, ids: string[], act: Act<Stored> & { asked: Params }) => Promise<void>
  /** Runs in the transaction that makes the act, also when an undo is made, with the counter locked. */
  begin?: (tx: Transaction, act: Act<Stored>, state: Settled) => Promise<void>
  /** Runs in the transaction that ends the act, stopped or done. */
  finish?: (tx: Transaction, act: Act<Stored>) => Promise<void>
  /** Runs in the same transaction, also when an undo ends. */
  settle?: (tx: Transaction, act: Act<Stored>, state: Settled) => Promise<void>
  /** Plans for these entries, without changing anything. Leaves out erased entries. */
  plan: (db: Queryable, ids: string[], act: Act<Stored, Params>) => Promise<Plan[]>
  /**
   * Plans to take back what an act did, but nothing else that has changed meanwhile. Leaves out erased entries. Null if
   * acts of this kind cannot be undone.
   */
  planUndo: ((db: Queryable, done: Done[], undo: Act<Stored>) => Promise<Plan[]>) | null
  /**
   * For acts that lie on top of one another: everybody whom the undo of one may change besides its own entries; null for
   * nobody. Such an undo also changes what a later act has changed, which `planUndo` respects. These entries have neither
   * `before` nor `after`.
   */
  alsoUndone?: (params: Stored) => IdQuery | null
  /**
   * Gives each entry its `after`. Runs in the transaction of the plan, with the counter locked, also for an undo. The
   * caller advances the counter. Returns the ids of the entries that it left as they are, because something is under
   * way about them; the act tries these again later.
   */
  apply: (tx: Transaction, changes: PlannedChange[], act: Act<Stored>) => Promise<string[]>
}
