import type { ActKind } from '../store/kind.ts'

/** Records that a version of the site was published. The site has a history in place of an undo. */
export const publishing: ActKind<{ number: number }> = {
  facetOf: () => 'site',
  toStored: (params) => params,
  plan: async () => [],
  planUndo: null,
  apply: async () => [],
}
