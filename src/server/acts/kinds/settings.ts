import type { SettingChange } from '#shared/owner/settings.ts'
import type { Transaction } from '../../db/pool.ts'
import type { ActKind } from '../store/kind.ts'
import { guardedLabels } from '../../settings/guarded.ts'
import { changeParams } from '../store/act-queries.ts'

/** `effects`: in sentences. `left`: of an undo, the settings that it left alone because they have changed since. */
type Params = { changes: SettingChange[]; effects?: string[]; left?: string[] }

export type TakeBackSettings = (tx: Transaction, made: { undone: string; actId: string }) => Promise<Params>

/** Concerns nobody on the list. Only its undo runs through this kind. */
export function createSettingsKind({ takeBack }: { takeBack: TakeBackSettings }): ActKind<Params> {
  return {
    facetOf: () => 'settings',
    leadsElsewhere: async (_db, { changes }) => guardedLabels(changes),
    toStored: (params) => params,
    async begin(tx, { id }, undoes) {
      if (undoes === null) return
      await changeParams(tx, { id, params: await takeBack(tx, { undone: undoes, actId: id }) })
    },
    plan: async () => [],
    planUndo: async () => [],
    apply: async () => [],
  }
}
