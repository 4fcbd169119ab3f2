import { sqlList } from '../db/sql-list.ts'

/**
 * The reasons that keep a friend's credit from counting. An owner's act or a later run of the same rules closes
 * `signals`; only an owner's act opens and closes `owner`.
 */
export type HoldCause = 'signals' | 'owner'

/** The causes that make an entry doubtful. */
export const DOUBTS: HoldCause[] = ['signals', 'owner']

/** SQL: whether the entry in this column has an open hold, of these causes or of any. */
export function hasOpenHold(entryId: string, causes?: HoldCause[]): string {
  const ofCauses = causes ? `and h.cause in (${sqlList(causes)})` : ''
  return `exists (select from holds h where h.entry_id = ${entryId} and h.closed_at is null ${ofCauses})`
}

/** SQL: whether this list of causes has one that makes an entry doubtful. */
export function isDoubt(causes: string): string {
  return `coalesce(${causes} && array[${sqlList(DOUBTS)}], false)`
}
