import { reachableOf } from '../../people/addresses/email-keys.ts'
import { hasRows, type Queryable } from '../../db/query.ts'

export async function recordBounce(db: Queryable, entryId: string, reason: string): Promise<void> {
  await db.query(
    `insert into mail_bounces (entry_id, reason) select id, $2 from (${reachableOf('select $1::uuid')}) as living
     on conflict (entry_id) do update set reason = excluded.reason, created_at = now()`,
    [entryId, reason],
  )
}

type Reported = { entry_id: string; kind: 'bounce' | 'complaint'; reason: string }

export async function recordMailEvents(db: Queryable, events: Reported[]): Promise<void> {
  if (events.length === 0) return
  await db.query(
    `with reported as materialized (
       select distinct on (entry_id) * from json_to_recordset($1) as t (entry_id uuid, kind text, reason text)
       order by entry_id, kind desc
     ), living as materialized (${reachableOf('select entry_id from reported')})
     insert into mail_bounces as b (entry_id, kind, reason)
     select entry_id, kind, reason from reported where entry_id in (select id from living)
     on conflict (entry_id) do update set kind = excluded.kind, reason = excluded.reason, created_at = now()
       where b.kind <> 'complaint' or excluded.kind = 'complaint'`,
    [JSON.stringify(events)],
  )
}

/** Call this when the address is corrected, or when the owner wants to try it again. */
export async function forgetBounce(db: Queryable, entryId: string): Promise<void> {
  await db.query('delete from mail_bounces where entry_id = $1', [entryId])
}

export function isComplaint(db: Queryable, entryId: string) {
  return hasRows(db, `select from mail_bounces where entry_id = $1 and kind = 'complaint'`, [entryId])
}

export function describeBounce(reason: string): string {
  return `No more mail goes to this address. ${reason}`
}
