import { addMark, removeMarks } from '../src/server/trust/marks.ts'
import type { Transaction } from '../src/server/db/query.ts'

/** Marks these entries, as judging does. */
export function suspect(tx: Transaction, ids: string[]): Promise<void> {
  return addMark(tx, ids, 'trap')
}

/** Ends the marks of these entries, as a clean form does. */
export function clear(tx: Transaction, ids: string[]): Promise<void> {
  return removeMarks(tx, ids, ['trap'])
}
