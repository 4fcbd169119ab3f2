import type { Queryable, Transaction } from '../../db/pool.ts'
import { livingOf } from '../../people/addresses/living.ts'

type Noted = { ids: string[]; actId: string }

/** Hidden at first. */
export async function prepareNotes(tx: Transaction, { ids, actId, text }: Noted & { text: string }): Promise<void> {
  await tx.query(
    `with living as materialized (${livingOf('select unnest($1::uuid[])')})
     insert into entry_notes (entry_id, act_id, text) select id, $2::uuid, $3 from living`,
    [ids, actId, text],
  )
}

/** The act was stopped, or the person was erased. */
export async function dropUnshown(tx: Transaction, actId: string): Promise<void> {
  await tx.query(
    `delete from entry_notes n using act_entries a
     where a.act_id = $1 and n.act_id = a.act_id and n.entry_id = a.entry_id and not is_shown`,
    [actId],
  )
}

/** Erased entries are missing. */
export async function readNoted(db: Queryable, { ids, actId }: Noted): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; is_noted: boolean }>(
    `select id, exists (select from entry_notes where entry_id = id and act_id = $2 and is_shown) as is_noted
     from waitlist_entries where id = any($1) and erased_at is null`,
    [ids, actId],
  )
  return new Map(rows.map(({ id, is_noted }) => [id, is_noted]))
}

export async function showNotes(tx: Transaction, { ids, actId, isShown }: Noted & { isShown: boolean }): Promise<void> {
  await tx.query('update entry_notes set is_shown = $3 where entry_id = any($1) and act_id = $2', [ids, actId, isShown])
}
