import { randomUUIDv7 } from 'node:crypto'
import { setStates } from '../trust/states.ts'
import { close, invite, openInvitations, REJECTED, takeVacancies, turnAway } from './invitations.ts'
import { readInLine } from './seats.ts'
import { findRow, type Queryable, type Transaction } from '../db/query.ts'
import { bounces } from '../people/addresses/email-keys.ts'

/** With the counter locked, advanced afterwards. */

export type Reopening = 'invitation-open' | 'invitation-over' | 'invitation-bounced' | 'seat-taken' | 'wave-called-back'

const ENDED = `select newest.*, ends_at is not null as was_sent from (
    select distinct on (entry_id) * from invitations where entry_id = any($1) order by entry_id, invited_at desc, id desc
  ) as newest where state in ('ended', 'dropped') and reason = '${REJECTED}'`

/** Seats of people who were called back are not free: an undo may give them back. */
const FREE = `w.seats - (select count(*)::int from invitations held
  where held.wave_id = w.id and held.state in ('waiting', 'sent', 'accepted', 'called back'))`

/** The outcome for each invitation if its person were no longer rejected. */
export async function planReopening(db: Queryable, people: string[]): Promise<Map<string, Reopening>> {
  if (people.length === 0) return new Map()
  const { rows } = await db.query<{ entry_id: string; outcome: Reopening }>(
    `with ended as materialized (${ENDED}), of_wave as materialized (
       select w.id, is_called_back, ${FREE} as free from waves w where id in (select wave_id from ended)
     ), possible as (
       select e.*, free, case when was_sent and ends_at <= now() then 'invitation-over'
         when was_sent and ${bounces('e.entry_id')} then 'invitation-bounced'
         when not was_sent and w.is_called_back then 'wave-called-back' end as obstacle
       from ended e join of_wave w on w.id = e.wave_id)
     select entry_id, coalesce(obstacle, case when row_number() over (
       partition by wave_id, obstacle order by is_vacant desc, invited_at, id) <= free
       then 'invitation-open' else 'seat-taken' end) as outcome from possible`,
    [people],
  )
  return new Map(rows.map(({ entry_id, outcome }) => [entry_id, outcome]))
}

/** For whom `planReopening` finds `invitation-open`. One whose mail has left is open until the day that it names. */
export async function reopen(tx: Transaction, people: string[]): Promise<void> {
  if (people.length === 0) return
  const { rows } = await tx.query<{ entry_id: string; wave_id: string }>(
    `with ended as (${ENDED})
     update invitations i set state = case when was_sent then 'sent' else 'waiting' end, reason = null, closed_at = null,
       is_vacant = false, sent_at = case when was_sent then i.sent_at end,
       queued_at = case when was_sent then i.queued_at end
     from ended where i.id = ended.id returning i.entry_id, i.wave_id`,
    [people],
  )
  const invited = rows.map(({ entry_id, wave_id }) => ({ entry_id, data: { wave_id } }))
  await setStates(tx, { people: invited, state: 'invited' })
  for (const id of new Set(rows.map(({ wave_id }) => wave_id))) await keepWithinSeats(tx, id)
}

export async function keepBounced(tx: Transaction, people: string[]): Promise<void> {
  await tx.query(
    `update invitations set state = 'dropped', reason = 'bounced' where id in (select id from (${ENDED}) as ended)`,
    [people],
  )
}

/** After a correction of their address: a new invitation of the same wave if its seat is free. If they are rejected, it is dropped at once and reopens when the rejection ends. */
export async function inviteAgain(tx: Transaction, entryId: string): Promise<void> {
  const lost = await findLost(tx, entryId)
  await forgetBounces(tx, entryId)
  if (!lost) return
  const again = { waveId: lost.wave_id, people: [{ id: randomUUIDv7(), entry_id: entryId }] }
  if (lost.reason === REJECTED) {
    await openInvitations(tx, again)
    await turnAway(tx, [entryId])
    return keepWithinSeats(tx, lost.wave_id)
  }
  await close(tx, { ids: [lost.id], state: 'dropped', reason: 'corrected' })
  const { rows } = await tx.query<{ is_free: boolean }>(
    `select not w.is_called_back and ${FREE} > 0 as is_free from waves w where id = $1`,
    [lost.wave_id],
  )
  const [person] = await readInLine(tx, [entryId], { includesEnded: true })
  if (!rows[0]?.is_free || !person?.waits || person.reason !== null) return
  await invite(tx, again)
  await keepWithinSeats(tx, lost.wave_id)
}

/** At an address that is no longer theirs: they may take a vacant seat of those waves again. */
export async function forgetBounces(tx: Transaction, entryId: string): Promise<void> {
  await tx.query(
    `update invitations set reason = 'corrected' where entry_id = $1 and state = 'dropped' and reason = 'bounced'`,
    [entryId],
  )
}

function findLost(tx: Transaction, entryId: string) {
  return findRow<{ id: string; wave_id: string; reason: string | null }>(
    tx,
    `select id, wave_id, reason from (
       select * from invitations where entry_id = $1 order by invited_at desc, id desc limit 1) as newest
     where state = 'sent' or (state = 'dropped' and reason = 'bounced')
       or (state = 'ended' and reason = '${REJECTED}' and ends_at > now())`,
    [entryId],
  )
}

async function keepWithinSeats(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.query<{ excess: number }>(
    `select (select count(*)::int from invitations where wave_id = w.id and is_vacant) - (${FREE}) as excess
     from waves w where id = $1`,
    [id],
  )
  await takeVacancies(tx, { id, seats: Math.max(0, rows[0]!.excess) })
}
