import { type ChecklistState, CHECKLIST_STATES } from '#shared/settings.ts'
import type { Queryable } from '../db/pool.ts'
import { readSetting } from '../db/settings.ts'

const KEY = 'checklist'

/** `done`: all was well when it was last tested. */
export async function readChecklistState(db: Queryable): Promise<ChecklistState> {
  const stored = await readSetting(db, KEY)
  return CHECKLIST_STATES.find((state) => state === stored) ?? 'open'
}

/** Changes nothing unless it is in one of these states: a list that is closed meanwhile stays closed. */
export async function moveChecklist(
  db: Queryable,
  { from, to }: { from: ChecklistState[]; to: ChecklistState },
): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ($1, to_jsonb($3::text))
     on conflict (key) do update set value = excluded.value where settings.value #>> '{}' = any($2)`,
    [KEY, from, to],
  )
}
