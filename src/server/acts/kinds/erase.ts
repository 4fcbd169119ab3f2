import type { EraseEntries } from '../../erasing/erase-entries.ts'
import { findLiving } from '../../people/addresses/living.ts'
import type { ActKind } from '../store/kind.ts'
import { ERASED } from '../store/entry-queries.ts'

type NoParams = Record<never, never>

export function createErase({ eraseEntries }: { eraseEntries: EraseEntries }): ActKind<NoParams> {
  return {
    facetOf: () => 'erasure',
    toStored: () => ({}),
    plan: async (db, ids) => (await findLiving(db, ids)).map((entry_id) => ({ entry_id, ...ERASED })),
    planUndo: null,
    async apply(tx, changes) {
      const ids = changes.map(({ entry_id }) => entry_id)
      return (await eraseEntries(tx, ids)).busy
    },
  }
}
