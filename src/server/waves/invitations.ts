import { setStates } from '../trust/states.ts'
import { countUpdates, lockCounter } from '../listing/rows/counter.ts'
import { isLiving } from '../people/addresses/email-keys.ts'
import {
  findColumn,
  findRow,
  findRows,
  findValue,
  inTransaction,
  type Pool,
  type Queryable,
  type Transaction,
} from '../db/query.ts'

export const OF_WAVE = `i.entry_id, jsonb_build_object('wave_id', i.wave_id) as data`
export type OfWave = { entry_id: string; data: { wave_id: string } }

const GOES_ON = 'w.fills and not w.is_called_back'
export const REJECTED = 'rejected'

/** With the counter locked, advanced afterwards; only `dropUnsent` and `dropBounced` do both themselves. */

type Invited = { waveId: string; people: { id: string; entry_id: string }[] }

export async function invite(tx: Transaction, { waveId, people }: Invited): Promise<void> {
  if (people.length === 0) return
  await openInvitations(tx, { waveId, people })
  const invited = people.map(({ entry_id }) => ({ entry_id, data: { wave_id: waveId } }))
  await setStates(tx, { people: invited, state: 'invited' })
}

/** Only while their mail has not begun to leave. Returns the people whose mail is being sent: their invitation stays. */
export async function callBack(tx: Transaction, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows: calledBack } = await tx.query<{ entry_id: string }>(
    `update invitations set state = 'called back', closed_at = now()
     where id = any($1) and state = 'waiting' and leaving_at is null returning entry_id`,
    [ids],
  )
  const people = calledBack.map(({ entry_id }) => ({ entry_id, data: { is_quiet: true } }))
  await setStates(tx, { people, state: 'waiting' })
  return await findColumn<string>(tx, `select entry_id from invitations where id = any($1) and state = 'waiting'`, [
    ids,
  ])
}

/** The people wait again. Returns their number. */
export async function close(
  tx: Transaction,
  { ids, state, reason }: { ids: string[]; state: 'ended' | 'dropped'; reason: string | null },
): Promise<number> {
  const { rows: people } = await tx.query<OfWave>(
    `update invitations i set state = $2, reason = $3, closed_at = now(), leaving_at = null, is_vacant = ${GOES_ON}
      from waves w where i.id = any($1) and i.state in ('waiting', 'sent') and w.id = i.wave_id returning ${OF_WAVE}`,
    [ids, state, reason],
  )
  if (people.length > 0) await setStates(tx, { people, state: 'waiting' })
  return people.length
}

/** Whether their mail has left or not. An accepted invitation stays. */
export async function turnAway(tx: Transaction, ids: string[]): Promise<void> {
  const people = await endInvitationsOf(tx, { ids, reason: REJECTED })
  if (people.length > 0) await setStates(tx, { people, state: 'waiting' })
}

export async function dropUnsent(pool: Pool, entryId: string): Promise<void> {
  if ((await findUnsent(pool, entryId)) === null) return
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const id = await findUnsent(tx, entryId)
    const updates = id === null ? 0 : await close(tx, { ids: [id], state: 'dropped', reason: 'unsubscribed' })
    await countUpdates(tx, updates)
  })
}

/** Few, because visitors wait for the counter meanwhile. */
const DROPPED_AT_ONCE = 100

export async function dropBounced(pool: Pool, people: string[]): Promise<void> {
  const search = { people, most: DROPPED_AT_ONCE }
  while ((await findOpen(pool, search)).length > 0) {
    await inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      const updates = await close(tx, { ids: await findOpen(tx, search), state: 'dropped', reason: 'bounced' })
      await countUpdates(tx, updates)
    })
  }
}

/** In seconds. A mail that began to leave longer ago counts as left: its server may have been killed after sending it. */
const LEAVES_WITHIN = 90

const HAS_LEFT = `(i.state in ('sent', 'accepted', 'ended')
  or coalesce(i.leaving_at < now() - interval '${LEAVES_WITHIN} seconds', false))`

export async function readProgress(db: Queryable, waveId: string) {
  return (await findRow<{ invited: number; is_called_back: boolean }>(
    db,
    `select (select count(*)::int from invitations where wave_id = $1) as invited,
       exists (select from waves where id = $1 and is_called_back) as is_called_back`,
    [waveId],
  ))!
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
export function readOpenInvitations(db: Queryable, { ids, waveId }: { ids: string[]; waveId: string | null }) {
  return findRows<InvitationState & { entry_id: string; id: string | null; is_let_in: boolean }>(
    db,
    `select asked.id as entry_id, e.state = 'admitted' as is_let_in, i.id, i.state, ${HAS_LEFT} as has_left
     from unnest($1::uuid[]) as asked (id) join waitlist_entries e using (id)
     left join invitations i on i.entry_id = asked.id and i.state in ('waiting', 'sent') and ($2::uuid is null or i.wave_id = $2)
     where ${isLiving('asked.id')}`,
    [ids, waveId],
  )
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

/** Drops them if the mail has not left; one that is being sent counts as sent. Returns what to log. */
export function endInvitationsOf(
  tx: Transaction,
  { ids, reason }: { ids: string[]; reason: 'erased' | typeof REJECTED },
) {
  return findRows<OfWave>(
    tx,
    `update invitations i set state = case when coalesce(i.sent_at, i.leaving_at) is null then 'dropped' else 'ended' end,
        sent_at = coalesce(i.sent_at, i.leaving_at), reason = $2, closed_at = now(), leaving_at = null, is_vacant = ${GOES_ON}
      from waves w where i.entry_id = any($1) and i.state in ('waiting', 'sent') and w.id = i.wave_id returning ${OF_WAVE}`,
    [ids, reason],
  )
}

function findOpen(db: Queryable, { people, most }: { people: string[]; most: number }) {
  return findColumn<string>(
    db,
    `select id from invitations where entry_id = any($1) and state in ('waiting', 'sent') limit $2`,
    [people, most],
  )
}

function findUnsent(db: Queryable, entryId: string) {
  return findValue<string>(
    db,
    `select id from invitations where entry_id = $1 and state = 'waiting' and leaving_at is null`,
    [entryId],
  )
}

export async function takeVacancies(tx: Transaction, { id, seats }: { id: string; seats: number }): Promise<void> {
  await tx.query(
    `update invitations set is_vacant = false where id in (
       select id from invitations where wave_id = $1 and is_vacant order by closed_at limit $2)`,
    [id, seats],
  )
}

/** SQL: the words of the wave `w` for the person of the entry `e`. */
export const WAVE_WORDS = `coalesce(w.texts -> e.language ->> 'subject', w.subject) as subject,
  coalesce(w.texts -> e.language ->> 'text', w.body) as text`
