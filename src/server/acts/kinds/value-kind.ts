import type { Queryable } from '../../db/pool.ts'
import type { Act, ActKind, Plan } from '../kind.ts'

type ValueKind<Params, Stored> = Pick<
  ActKind<Params, Stored>,
  'facetOf' | 'toStored' | 'prepare' | 'finish' | 'apply'
> & {
  /** Whether each of these entries has it. Leaves out erased entries. */
  read: (db: Queryable, ids: string[], act: Act<Stored>) => Promise<Map<string, boolean>>
  /** What the act wants. */
  wanted: (params: Stored) => boolean
}

/** A kind of act that gives something to an entry, or takes it away. */
export function createValueKind<Params, Stored>({
  read,
  wanted,
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
  }
}

function planOf(entry_id: string, before: boolean, after: boolean): Plan {
  return before === after ? { entry_id, state: 'unchanged' } : { entry_id, state: 'changed', before, after }
}
