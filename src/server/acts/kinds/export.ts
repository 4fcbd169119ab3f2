import type { ActKind } from '../store/kind.ts'

/** `rows`: the number of lines sent so far. `columns` and `first`: null if not limited. */
export type ExportParams = { rows: number; columns: string[] | null; first: number | null }

/** Records that the owner exported the list. It cannot be undone. */
export const exporting: ActKind<ExportParams> = {
  facetOf: () => 'export',
  toStored: (params) => params,
  plan: async () => [],
  planUndo: null,
  apply: async () => [],
}
