import type { ActKind } from '../store/kind.ts'

/** `columns` and `first`: null if not limited. */
export type ExportParams = { rows: number; columns: string[] | null; first: number | null }

export const exporting: ActKind<ExportParams> = {
  facetOf: () => 'export',
  toStored: (params) => params,
  plan: async () => [],
  planUndo: null,
  apply: async () => [],
}
