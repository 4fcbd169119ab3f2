import { AppError } from '../../base/errors.ts'
import { publishBefore } from '../../publishing/publish.ts'
import type { ActKind } from '../store/kind.ts'
import { changeParams } from '../store/act-queries.ts'

/** `number`: the number of the version that the act published. */
type Params = { number: number }

/**
 * The publication of a version of the site. It concerns nobody on the list. Only its undo, which publishes the previous
 * version again, runs through this kind. `siteFile`: the file that holds the site; null if the dashboard changes it.
 */
export function createPublishing({ siteFile }: { siteFile: string | null }): ActKind<Params> {
  return {
    facetOf: () => 'site',
    toStored: (params) => params,
    async begin(tx, { id }, { undoes }) {
      if (undoes === null) return
      if (siteFile !== null) throw new AppError('site-in-file')
      await changeParams(tx, { id, params: { number: await publishBefore(tx, { undone: undoes, actId: id }) } })
    },
    plan: async () => [],
    planUndo: async () => [],
    apply: async () => [],
  }
}
