import type { SettingChange } from '#shared/owner/settings.ts'
import type { Transaction } from '../../db/pool.ts'
import type { ActKind } from '../store/kind.ts'
import { changeParams } from '../store/act-queries.ts'

/** `left`: for an undo, the names of the settings that it left alone because they have changed since. */
type Params = { changes: SettingChange[]; left?: string[] }

/**
 * Restores the values that settings had before an act changed them. Returns the names of the settings that it left
 * alone because they have changed since.
 */
export type TakeBackSettings = (tx: Transaction, made: { undone: string; actId: string }) => Promise<string[]>

/** A change of settings. It concerns nobody on the list. Only its undo runs through this kind. */
export function createSettingsKind({ takeBack }: { takeBack: TakeBackSettings }): ActKind<Params> {
  return {
    facetOf: () => 'settings',
    toStored: (params) => params,
    async begin(tx, { id, params: { changes } }, { undoes }) {
      if (undoes === null) return
      const left = await takeBack(tx, { undone: undoes, actId: id })
      await changeParams(tx, { id, params: { changes, left } })
    },
    plan: async () => [],
    planUndo: async () => [],
    apply: async () => [],
  }
}
