import type { SettingChange } from '#shared/owner/settings.ts'
import type { Transaction } from '../../db/pool.ts'
import type { ActKind } from '../store/kind.ts'
import { changeParams } from '../store/act-queries.ts'

/** `left`: for an undo, the settings that have changed since, and stay as they are. */
type Params = { changes: SettingChange[]; left?: string[] }

/** Gives the settings that an act changed their former values. Returns the names of those that have changed since. */
export type TakeBackSettings = (tx: Transaction, made: { undone: string; actId: string }) => Promise<string[]>

/** A change of settings. It is about nobody on the list: only its undo goes through here. */
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
