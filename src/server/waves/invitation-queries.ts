import type { Queryable, Transaction } from '../db/pool.ts'
import { isLiving } from '../people/addresses/living.ts'

/** In seconds. A mail that began to leave longer ago counts as left: its server may have been killed after sending it. */
const LEAVES_WITHIN = 90

const HAS_LEFT = `(i.state in ('sent', 'accepted', 'ended')
  or coalesce(i.leaving_at < now() - interval '${LEAVES_WITHIN} seconds', false))`

export async function readProgress(
  db: Queryable,
  waveId: string,
): Promise<{ invited: number; is_called_back: boolean }> {
  const { rows } = await db.query<{ invited: number; is_called_back: boolean }>(
    `select (select count(*)::int from invitations where wave_id = $1) as invited,
       exists (select from waves where id = $1 and is_called_back) as is_called_back`,
    [waveId],
  )
  return rows[0]!
}

type InvitationState = { state: string; has_left: boolean }

export async function readInvitations(
  db: Queryable,
  ids: string[],
): Promise<Map<string, InvitationState & { is_wave_over: boolean }>> {
  const { rows } = await db.query<InvitationState & { id: string; is_wave_over: boolean }>(
    `select i.id, i.state, ${HAS_LEFT} as has_left, w.is_called_back as is_wave_over
     from invitations i join waves w on w.id = i.wave_id where i.id = any($1) and ${isLiving('i.entry_id')}`,
    [ids],
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** Of any wave if `waveId` is null. `id` is null for people without one; erased people are missing. */
export async function readOpenInvitations(
  db: Queryable,
  { ids, waveId }: { ids: string[]; waveId: string | null },
): Promise<(InvitationState & { entry_id: string; id: string | null; is_let_in: boolean })[]> {
  const { rows } = await db.query(
    `select asked.id as entry_id, e.state = 'admitted' as is_let_in, i.id, i.state, ${HAS_LEFT} as has_left
     from unnest($1::uuid[]) as asked (id) join waitlist_entries e using (id)
     left join invitations i on i.entry_id = asked.id and i.state in ('waiting', 'sent') and ($2::uuid is null or i.wave_id = $2)
     where ${isLiving('asked.id')}`,
    [ids, waveId],
  )
  return rows
}

export async function openInvitations(
  tx: Transaction,
  { waveId, people }: { waveId: string; people: { id: string; entry_id: string }[] },
): Promise<void> {
  await tx.query(
    `insert into invitations (id, wave_id, entry_id)
     select id, $1, entry_id from json_to_recordset($2) as t (id uuid, entry_id uuid)
     on conflict (id) do update set state = 'waiting', invited_at = now(), queued_at = null, closed_at = null`,
    [waveId, JSON.stringify(people)],
  )
}

/** Those whose mail has not begun to leave. Returns also the people whose mail is leaving. */
export async function callBackWaiting(
  tx: Transaction,
  ids: string[],
): Promise<{ calledBack: string[]; leaving: string[] }> {
  const { rows: done } = await tx.query<{ entry_id: string }>(
    `update invitations set state = 'called back', closed_at = now()
     where id = any($1) and state = 'waiting' and leaving_at is null returning entry_id`,
    [ids],
  )
  const { rows: leaving } = await tx.query<{ entry_id: string }>(
    `select entry_id from invitations where id = any($1) and state = 'waiting'`,
    [ids],
  )
  return { calledBack: done.map(({ entry_id }) => entry_id), leaving: leaving.map(({ entry_id }) => entry_id) }
}

export const OF_WAVE = `i.entry_id, jsonb_build_object('wave_id', i.wave_id) as data`
export type OfWave = { entry_id: string; data: { wave_id: string } }

const GOES_ON = 'w.fills and not w.is_called_back'

type Closing = { ids: string[]; state: 'ended' | 'dropped'; reason: string | null }

/** Returns what to log. */
export async function closeInvitations(tx: Transaction, { ids, state, reason }: Closing): Promise<OfWave[]> {
  const { rows } = await tx.query<OfWave>(
    `update invitations i set state = $2, reason = $3, closed_at = now(), leaving_at = null, is_vacant = ${GOES_ON}
      from waves w where i.id = any($1) and i.state in ('waiting', 'sent') and w.id = i.wave_id returning ${OF_WAVE}`,
    [ids, state, reason],
  )
  return rows
}

export const REJECTED = 'rejected'

/** Drops them if the mail has not left; one that is being sent counts as sent. Returns what to log. */
export async function endInvitationsOf(
  tx: Transaction,
  { ids, reason }: { ids: string[]; reason: 'erased' | typeof REJECTED },
): Promise<OfWave[]> {
  const { rows } = await tx.query<OfWave>(
    `update invitations i set state = case when coalesce(i.sent_at, i.leaving_at) is null then 'dropped' else 'ended' end,
        sent_at = coalesce(i.sent_at, i.leaving_at), reason = $2, closed_at = now(), leaving_at = null, is_vacant = ${GOES_ON}
      from waves w where i.entry_id = any($1) and i.state in ('waiting', 'sent') and w.id = i.wave_id returning ${OF_WAVE}`,
    [ids, reason],
  )
  return rows
}

export async function findOpen(db: Queryable, { people, most }: { people: string[]; most: number }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from invitations where entry_id = any($1) and state in ('waiting', 'sent') limit $2`,
    [people, most],
  )
  return rows.map(({ id }) => id)
}

export async function findUnsent(db: Queryable, entryId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from invitations where entry_id = $1 and state = 'waiting' and leaving_at is null`,
    [entryId],
  )
  return rows[0]?.id ?? null
}
