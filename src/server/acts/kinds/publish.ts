import { publishBefore } from '../../publishing/publish.ts'
import type { ActKind } from '../store/kind.ts'
import { changeParams } from '../store/act-queries.ts'

/** `number`: of the version that the act published. */
type Params = { number: number }

/** A version of the site. It is about nobody on the list: only its undo, which publishes the version before, goes through here. */
export const publishing: ActKind<Params> = {
  facetOf: () => 'site',
  toStored: (params) => params,
  async begin(tx, { id }, { undoes }) {
    if (undoes === null) return
    await changeParams(tx, { id, params: { number: await publishBefore(tx, { undone: undoes, actId: id }) } })
  },
  plan: async () => [],
  planUndo: async () => [],
  apply: async () => [],
}
