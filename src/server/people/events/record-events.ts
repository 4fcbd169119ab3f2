import type { Transaction } from '../../db/query.ts'

/**
 * `counted`, `uncounted`: for the inviter. `moved`: for another reason. `corrected`: by the person. `is_quiet` in
 * `data`: other programs hear nothing.
 */
export type EventKind =
  | 'joined'
  | 'rejoined'
  | 'confirmed'
  | 'corrected'
  | 'changed'
  | 'readdressed'
  | 'counted'
  | 'uncounted'
  | 'moved'
  | 'marked'
  | 'unmarked'
  | 'accepted'
  | 'rejected'
  | 'reviewed'
  | 'tagged'
  | 'untagged'
  | 'noted'
  | 'unnoted'
  | 'invited'
  | 'invitation-sent'
  | 'invitation-ended'
  | 'admitted'
  | 'left'

/** `data` has ids and numbers only: the log names nobody. */
export type NewEvent = string | { entry_id: string; data?: Record<string, unknown> }

/** Lock the counter first, before any entry: otherwise two transactions may deadlock. */
export async function recordEvents(
  tx: Transaction,
  kind: EventKind,
  events: NewEvent[],
  { act_id = null }: { act_id?: string | null } = {},
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => (typeof event === 'string' ? { entry_id: event } : event))
  const { rowCount } = await tx.query(
    `with counter as (
       update waitlist_counter set last_event = last_event + $4 where ${IS_COUNTER} returning last_event
     )
     insert into events (seq, entry_id, kind, act_id, data)
     select last_event - $4 + nth, entry_id, $1, $2, data
     from counter, rows from (json_to_recordset($3) as (entry_id uuid, data jsonb)) with ordinality as t (entry_id, data, nth)`,
    [kind, act_id, JSON.stringify(rows), rows.length],
  )
  if (rowCount !== rows.length) throw new Error('an event was recorded without the lock of the counter')
}

/** For statements that number the events themselves, and advance the counter. */
export function logOf(query: string): string {
  return `insert into events (seq, entry_id, kind, data, act_id) select seq, entry_id, kind, data, act_id from (${query}) as happened`
}

/**
 * While a backup runs, PostgreSQL keeps every old version of this row: a scan from the end of the index meets the
 * newest first.
 */
export const FROM_COUNTER = 'from waitlist_counter order by id desc limit 1'
/** SQL. Only under the counter's lock: otherwise it may find no row. */
export const IS_COUNTER = `ctid = (select ctid ${FROM_COUNTER})`
