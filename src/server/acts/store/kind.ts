import type { ActRow } from '#shared/list/acts.ts'
import type { ChangeNote, SkipReason } from '#shared/list/act-words.ts'
import type { Queryable, Transaction } from '../../db/query.ts'

/** An undo has the params and the facet of the act that it takes back. In a preview, the id belongs to no stored act. */
export type Act<Stored = unknown, Asked = unknown> = { id: string; facet: string; params: Stored; asked?: Asked }

export type StoredSelection = ActRow['selection']

/** `before` and `after` are values of the act's facet. `note`: a further effect. */
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

export type Move = { referrerId: string; places: number }

export type PlannedChange = Extract<Plan, { state: 'changed' }>

export type Done = { entry_id: string; before: unknown; after: unknown }

/** `rest`: a multiple of the part's time. */
export type Pace = { part: number; rest: number; leastRestMs: number }

/** An act's row must not hold text that the owner wrote about a person: `toStored` leaves it out, `prepare` writes it where erasing deletes it. */
export type ActKind<Params = never, Stored = Params> = {
  /** Undos and kinds without one have the usual pace of `run-part.ts`. */
  pace?: Pace
  /** An undo skips entries where a later act has changed the same part. */
  facetOf: (act: { id: string; params: Stored }) => string
  /** If there are any, its undo needs a recent proof. */
  leadsElsewhere?: (db: Queryable, params: Stored) => Promise<string[]>
  /** Throws an AppError if a setting that this kind of act needs is missing. */
  checkSettings?: () => void
  toStored: (params: Params, selection: StoredSelection) => Stored
  /** Once for each slice of the entries, in the transaction that makes the act. */
  prepare?: (tx: Transaction, ids: string[], act: Act<Stored> & { asked: Params }) => Promise<void>
  /** Also of an undo, with the counter locked. `undoes`: the act that it takes back. */
  begin?: (tx: Transaction, act: Act<Stored>, undoes: string | null) => Promise<void>
  /** Of an act, stopped or done, in the transaction that ends it. */
  finish?: (tx: Transaction, act: Act<Stored>) => Promise<void>
  /** Also of an undo. */
  settle?: (tx: Transaction, act: Act<Stored>, undoes: string | null) => Promise<void>
  plan: (db: Queryable, ids: string[], act: Act<Stored, Params>) => Promise<Plan[]>
  /** No later changes, and no erased entries. Null if acts of this kind cannot be undone. */
  planUndo: ((db: Queryable, done: Done[], undo: Act<Stored>) => Promise<Plan[]>) | null
  /** With the counter locked; the caller advances it. Returns entries that were left for later, for example because a mail to them is being sent. */
  apply: (tx: Transaction, changes: PlannedChange[], act: Act<Stored>) => Promise<string[]>
}

/** For acts that concern nobody on the list: what they do is in `begin`. */
export function aboutNobody(facet = '') {
  const nobody = async () => []
  return {
    facetOf: () => facet,
    toStored: <Params>(params: Params) => params,
    plan: nobody,
    planUndo: nobody,
    apply: nobody,
  }
}
