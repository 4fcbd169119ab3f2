import type { ActRow } from '#shared/list/acts.ts'
import type { ChangeNote, SkipReason } from '#shared/list/act-words.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'

/**
 * An act, as the functions of its kind get it. An undo has the params and the facet of the act that it takes back. In a
 * preview, the id belongs to no stored act.
 */
export type Act<Stored = unknown, Asked = unknown> = { id: string; facet: string; params: Stored; asked?: Asked }

export type StoredSelection = ActRow['selection']

/**
 * The plan of an act for one entry. `before` and `after` are values of the act's facet. `moves`: the referrer whose
 * counted places would change. `note`: a further effect of the change.
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

export type Done = { entry_id: string; before: unknown; after: unknown }

/** `rest`: the pause after a part while people join, as a multiple of the part's time, and at least `leastRestMs`. */
export type Pace = { part: number; rest: number; leastRestMs: number }

/**
 * One kind of act. Its callers handle selections, parts, progress and conflicts of undos. An act's row must not hold
 * text that the owner wrote about a person: `toStored` leaves the text out, and `prepare` writes it into a table from
 * which erasing deletes it.
 */
export type ActKind<Params = never, Stored = Params> = {
  /**
   * The size of an act's parts, and the rest between them. Undos and kinds without a pace have the usual pace of
   * `run-part.ts`.
   */
  pace?: Pace
  /** The part of an entry that the act changes. An undo skips entries where a later act has changed the same part. */
  facetOf: (act: { id: string; params: Stored }) => string
  /** Names the changes of the act that send people or their data somewhere else. If there are any, its undo needs a recent proof. */
  leadsElsewhere?: (db: Queryable, params: Stored) => Promise<string[]>
  /** Throws an AppError if a setting that this kind of act needs is missing. */
  checkSettings?: () => void
  /** The params as the act's row holds them. */
  toStored: (params: Params, selection: StoredSelection) => Stored
  /** Runs in the transaction that makes the act, once for each slice of its entries, with the whole request. */
  prepare?: (tx: Transaction, ids: string[], act: Act<Stored> & { asked: Params }) => Promise<void>
  /**
   * Runs in the transaction that makes the act, or an undo of it, with the counter locked. `undoes`: the act that an
   * undo takes back.
   */
  begin?: (tx: Transaction, act: Act<Stored>, undoes: string | null) => Promise<void>
  /** Runs in the transaction that ends the act, whether stopped or done, but not for an undo. */
  finish?: (tx: Transaction, act: Act<Stored>) => Promise<void>
  /** Runs in the transaction that ends the act or an undo of it. */
  settle?: (tx: Transaction, act: Act<Stored>, undoes: string | null) => Promise<void>
  plan: (db: Queryable, ids: string[], act: Act<Stored, Params>) => Promise<Plan[]>
  /**
   * Makes plans to take back the changes of an act, but no later changes. Leaves out erased entries. Null if acts of
   * this kind cannot be undone.
   */
  planUndo: ((db: Queryable, done: Done[], undo: Act<Stored>) => Promise<Plan[]>) | null
  /**
   * Gives each entry its `after`. Runs in the transaction of the plan, with the counter locked, also for an undo. The
   * caller advances the counter. Returns the ids of busy entries that were left unchanged, for example because a mail
   * to them is being sent. The act retries these later.
   */
  apply: (tx: Transaction, changes: PlannedChange[], act: Act<Stored>) => Promise<string[]>
}
