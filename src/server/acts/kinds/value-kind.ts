import type { Queryable, Transaction } from '../../db/pool.ts'
import type { Act, ActKind, Plan } from '../store/kind.ts'

type ValueKind<Params, Stored> = Pick<ActKind<Params, Stored>, 'facetOf' | 'toStored' | 'prepare' | 'finish'> & {
  /** Leaves out erased entries. */
  read: (db: Queryable, ids: string[], act: Act<Stored>) => Promise<Map<string, boolean>>
  wanted: (params: Stored) => boolean
  give: (tx: Transaction, change: { ids: string[]; value: boolean }, act: Act<Stored>) => Promise<void>
}

export function createValueKind<Params, Stored>({
  read,
  wanted,
  give,
  ...kind
}: ValueKind<Params, Stored>): ActKind<Params, Stored> {
  return {
    ...kind,
    plan: async (db, ids, act) =>
      [...(await read(db, ids, act))].map(([id, before]) => planOf(id, before, wanted(act.params))),
    planUndo: async (db, done, undo) => {
      const values = await read(
        db,
        done.map(({ entry_id }) => entry_id),
        undo,
      )
      return done.flatMap(({ entry_id, before }) => {
        const value = values.get(entry_id)
        return value === undefined ? [] : planOf(entry_id, value, before as boolean)
      })
    },
    async apply(tx, changes, act) {
      for (const value of [true, false]) {
        const ids = changes.filter(({ after }) => after === value).map(({ entry_id }) => entry_id)
        if (ids.length > 0) await give(tx, { ids, value }, act)
      }
      return []
    },
  }
}

function planOf(entry_id: string, before: boolean, after: boolean): Plan {
  return before === after ? { entry_id, state: 'unchanged' } : { entry_id, state: 'changed', before, after }
}
