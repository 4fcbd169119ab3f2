import type { ChecklistState } from '#shared/owner/settings.ts'
import type { Queryable } from '../db/pool.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'

/**
 * `joined`: somebody has joined, and may have left since. Separate keys, so that a check that ends after the
 * checklist was closed does not open it again.
 */
const KEYS = { closed: 'checklist_closed', done: 'checklist_done', joined: 'checklist_joined' } as const

export async function isStored(db: Queryable, what: keyof typeof KEYS): Promise<boolean> {
  return (await readSetting(db, KEYS[what])) === 'yes'
}

export async function readChecklistState(db: Queryable): Promise<ChecklistState> {
  if (await isStored(db, 'closed')) return 'closed'
  return (await isStored(db, 'done')) ? 'done' : 'open'
}

export function storeChecklist(db: Queryable, what: keyof typeof KEYS, isTrue: boolean): Promise<void> {
  return replaceSetting(db, KEYS[what], isTrue ? 'yes' : 'no')
}
