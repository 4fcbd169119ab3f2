import type { ChecklistState } from '#shared/settings.ts'
import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'

/** Apart, so that a test that ends after the list was closed does not open it again. */
const KEYS = { closed: 'checklist_closed', done: 'checklist_done' } as const

export async function readChecklistState(db: Queryable): Promise<ChecklistState> {
  if ((await readSetting(db, KEYS.closed)) === 'yes') return 'closed'
  return (await readSetting(db, KEYS.done)) === 'yes' ? 'done' : 'open'
}

export function storeChecklist(db: Queryable, what: keyof typeof KEYS, isTrue: boolean): Promise<void> {
  return replaceSetting(db, KEYS[what], isTrue ? 'yes' : 'no')
}
