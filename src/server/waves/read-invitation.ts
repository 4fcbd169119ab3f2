import type { Invitation } from '#shared/list/waves.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

const SEEN_STATE = `case when i.state = 'accepted' then 'accepted'
    when i.state = 'called back' then 'called-back'
    when i.state in ('ended', 'dropped') then 'ended'
    else 'open' end`

const MAY_BE_KNOWN = '(i.sent_at is not null or i.leaving_at is not null)'

/** The newest whose mail has left: an earlier link does not reveal a later invitation. If none is recorded as left (a killed server), the newest of all. */
export async function readInvitation(db: Queryable, entryId: string): Promise<Invitation | null> {
  const { rows } = await db.query<Invitation>(
    `select state, case when state in ('open', 'ended') then ends_at end as ends_at from (
       select ${SEEN_STATE} as state, ${instant('least(i.ends_at, i.closed_at)')} as ends_at
       from invitations i join waitlist_entries e on e.id = i.entry_id
       where i.entry_id = $1 and e.erased_at is null and e.leaving_at is null
       order by ${MAY_BE_KNOWN} desc, i.invited_at desc, i.id desc limit 1) as shown`,
    [entryId],
  )
  return rows[0] ?? null
}

/** `ends_at` is null until its mail has left. */
export async function readOpenInvitation(db: Queryable, entryId: string): Promise<{ ends_at: string | null } | null> {
  const { rows } = await db.query<{ ends_at: string | null }>(
    `select ${instant('ends_at')} as ends_at from invitations where entry_id = $1 and state in ('waiting', 'sent')`,
    [entryId],
  )
  return rows[0] ?? null
}

export async function recordOpened(db: Queryable, entryId: string): Promise<void> {
  await db.query(
    `update invitations set opened_at = now() where entry_id = $1 and state in ('waiting', 'sent') and opened_at is null`,
    [entryId],
  )
}
