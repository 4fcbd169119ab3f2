import type { Invitation } from '#shared/waves.ts'
import type { Queryable } from '../db/pool.ts'
import { instant } from '../people/instant.ts'

/**
 * SQL: the state of the invitation `i` of the entry `e` as its person sees it. Somebody who was rejected since sees an
 * invitation that ended.
 */
const SEEN_STATE = `case when i.state = 'accepted' then 'accepted'
    when i.state = 'called back' then 'called-back'
    when i.state in ('ended', 'dropped') or e.is_rejected then 'ended'
    else 'open' end`

/**
 * The newest invitation of a person; null if they have none, or are erased or about to be. A token proves that the mail was
 * made, so an invitation whose mail is just leaving is open.
 */
export async function readInvitation(db: Queryable, entryId: string): Promise<Invitation | null> {
  const { rows } = await db.query<Invitation>(
    `select state, case when state in ('open', 'ended') then ends_at end as ends_at from (
       select ${SEEN_STATE} as state, ${instant('least(i.ends_at, i.closed_at)')} as ends_at
       from invitations i join waitlist_entries e on e.id = i.entry_id
       where i.entry_id = $1 and e.erased_at is null and e.leaving_at is null
       order by i.invited_at desc, i.id desc limit 1) as newest`,
    [entryId],
  )
  return rows[0] ?? null
}

/** When the open invitation of each of these people left. The others are missing. */
export async function readSentAt(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ entry_id: string; at: string }>(
    `select entry_id, sent_at::text as at from invitations where entry_id = any($1) and state = 'sent'`,
    [ids],
  )
  return new Map(rows.map(({ entry_id, at }) => [entry_id, at]))
}

/** Records that a person has opened the link of their invitation. */
export async function recordOpened(db: Queryable, entryId: string): Promise<void> {
  await db.query(
    `update invitations set opened_at = now() where entry_id = $1 and state in ('waiting', 'sent') and opened_at is null`,
    [entryId],
  )
}
