import { randomUUIDv7 } from 'node:crypto'
import type { EventType } from '#shared/programs/webhooks.ts'
import type { LoggedEvent } from '../people/events/followers.ts'
import type { EventKind } from '../people/events/record-events.ts'
import { ruleNow } from '../people/places/referral-rule.ts'
import type { Queryable, Transaction } from '../db/query.ts'

export const ENDPOINT_CHANNEL = 'tell-endpoint'

const TYPES: Partial<Record<EventKind, EventType>> = {
  joined: 'entry.joined',
  rejoined: 'entry.changed',
  corrected: 'entry.changed',
  readdressed: 'entry.changed',
  counted: 'entry.moved',
  uncounted: 'entry.moved',
  moved: 'entry.moved',
  accepted: 'entry.accepted',
  rejected: 'entry.rejected',
  'invitation-sent': 'invitation.sent',
  admitted: 'invitation.accepted',
  'invitation-ended': 'invitation.ended',
  left: 'entry.erased',
}

export async function tellOfEvents(tx: Transaction, events: LoggedEvent[]): Promise<void> {
  const { rowCount } = await tx.query('select from webhook_endpoints where off_because is null limit 1')
  if (rowCount === 0) return
  const happened = events.flatMap(({ seq, entry_id, kind, at, data }) => {
    const type = TYPES[kind]
    // Such as a call that is taken back, or somebody who was erased before the list was restored.
    if (!type || data?.['is_quiet']) return []
    const wave = data?.['wave_id'] ? { wave_id: data['wave_id'] } : {}
    const by_friend = kind === 'counted' || kind === 'uncounted'
    return { seq, id: randomUUIDv7(), type, about: entry_id, at, data: wave, by_friend }
  })
  // The position is read when the event is sent: the last move tells of all.
  const lastMoves = new Map(happened.map((one) => [one.type === 'entry.moved' ? one.about : one.id, one]))
  await insertTold(
    tx,
    [...lastMoves.values()].toSorted((one, other) => one.seq - other.seq),
  )
}

export async function tellOf(
  tx: Queryable,
  type: EventType,
  subjects: string[],
  data: Record<string, unknown> = {},
): Promise<void> {
  if (subjects.length === 0) return
  await insertTold(
    tx,
    subjects.map((about) => ({ id: randomUUIDv7(), type, about, data })),
  )
}

type Told = { seq?: number; id: string; type: EventType; about: string; at?: string; data: object; by_friend?: boolean }

/**
 * `by_friend`: only if the rule gives places for friends. After a failed attempt the earlier position may have arrived.
 */
async function insertTold(tx: Queryable, told: Told[]): Promise<void> {
  if (told.length === 0) return
  await tx.query(
    `insert into outbox (channel, subject, endpoint_id, event_id, about, data)
     select '${ENDPOINT_CHANNEL}', gen_random_uuid(), e.id, h.id, h.about,
       jsonb_build_object('type', h.type, 'at', coalesce(h.at, now()), 'data', h.data)
     from json_to_recordset($1) as h (seq bigint, id uuid, type text, about uuid, at timestamptz, data jsonb, by_friend boolean)
       join webhook_endpoints e on off_because is null and h.type = any(e.events) and (h.seq is null or h.seq > e.after_event)
     where (h.type <> 'entry.joined' or exists (
         select from waitlist_entries p where p.id = h.about and not p.is_seeded and p.imported_by is null))
       and (h.by_friend is not true or (select places from (${ruleNow()}) as rule) > 0)
       and (h.type <> 'entry.moved' or not exists (
         select from outbox o where o.about = h.about and o.endpoint_id = e.id and o.state = 'waiting' and o.attempts = 0
           and o.claimed_until is null and o.data ->> 'type' = 'entry.moved' and not o.data ? 'again'))
     order by h.seq, e.id`,
    [JSON.stringify(told)],
  )
}
