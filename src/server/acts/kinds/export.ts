import type { ActKind } from '../kind.ts'

/** `rows`: how many people have left as lines so far; null for columns and `first` that were not limited. */
export type ExportParams = { rows: number; columns: string[] | null; first: number | null }

/** A file that the owner took away. Its act only records that, because nothing calls a file back. */
export const exporting: ActKind<ExportParams> = {
  facetOf: () => 'export',
  toStored: (params) => params,
  plan: async () => [],
  planUndo: null,
  apply: async () => [],
}
