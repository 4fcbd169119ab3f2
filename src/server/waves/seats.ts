import type { Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import type { SeatReason } from '#shared/list/waves.ts'
import { type Clock, createValues, passing } from '../listing/sql/conditions.ts'
import { seatReason, WAITS } from '../people/why.ts'
import { findRows, type Queryable, readInSlices, type Transaction } from '../db/query.ts'
import { LAUNCH_ORDER } from '../people/places/read-ranks.ts'

const HAS_ENDED = `exists (select from invitations i where i.entry_id = e.id and i.state = 'ended')`

/** Null if the waiting entry `e` can have one. */
function noSeatBecause({ includesEnded }: { includesEnded: boolean }): string {
  return seatReason(includesEnded ? '' : `when ${HAS_ENDED} then 'ended-before'`)
}

/** Read it through a cursor, and only until the seats are taken. */
function selectLine(
  { filters, ids, includesEnded, fills, isFirst }: Line & { isFirst: boolean },
  clock: Clock,
): { text: string; values: unknown[] } {
  const values = createValues()
  const named = ids === undefined ? '' : `and e.id = any(${values.add(ids)}::uuid[])`
  const text = `select e.id, ${noSeatBecause({ includesEnded })} as reason
    from ${passing('entries', { filters, clock }, values)} ${named} and ${WAITS}
      and ${mayFill(values.add(fills ?? null))} and e.id ${isFirst ? '' : 'not '}in (${EARNED_INVITATION}) order by ${LAUNCH_ORDER}`
  return { text, values: values.list }
}

/** SQL: who earned to be in the next wave. They come before all others, also in launch order. */
const EARNED_INVITATION = `select entry_id from rewards r join milestones m on m.id = r.milestone_id
  where r.state = 'handed-out' and m.does = 'invitation'`

/** A refused mail would be refused again, and the person would get the seat for ever. */
function mayFill(wave: string): string {
  return `(${wave}::uuid is null or not exists (select from invitations i
    where i.entry_id = e.id and i.wave_id = ${wave}::uuid
      and (i.state = 'called back' or (i.state = 'dropped' and i.reason = 'bounced'))))`
}

export type InLine = { id: string; reason: SeatReason | null }

type Line = { filters: Filters; ids?: string[] | undefined; includesEnded: boolean; fills?: string }

export async function* readLine(
  tx: Transaction,
  { count, ...line }: Line & { count: number },
  clock: Clock,
): AsyncGenerator<InLine[]> {
  let left = count
  for (const isFirst of [true, false]) {
    const selected = selectLine({ ...line, isFirst }, clock)
    for await (const slice of readInSlices<InLine>(tx, selected, Math.min(count, MOST_AT_ONCE))) {
      const last = slice.findIndex(({ reason }) => reason === null && (left -= 1) === 0)
      yield last < 0 ? slice : slice.slice(0, last + 1)
      if (last >= 0) return
    }
  }
}

const MOST_AT_ONCE = 1_000

export async function* readSeats(
  tx: Transaction,
  line: Line & { count: number },
  clock: Clock,
): AsyncGenerator<string[]> {
  for await (const slice of readLine(tx, line, clock)) {
    const ids = slice.filter(({ reason }) => reason === null).map(({ id }) => id)
    if (ids.length > 0) yield ids
  }
}

export function withFixedDays(filters: Filters, clock: Clock): Filters {
  const { from, to } = periodOf(filters, clock)
  const { range: _, from: _from, to: _to, ...rest } = filters
  return { ...rest, range: 'all', ...(from !== null && { from }), ...(to !== null && { to }) }
}

/** Without erased ones. */
export function readInLine(db: Queryable, ids: string[], { includesEnded, fills }: Omit<Line, 'filters' | 'ids'>) {
  return findRows<InLine & { waits: boolean; is_rejected: boolean }>(
    db,
    // Materialized, because PostgreSQL may otherwise read the whole line to get the order.
    `with e as materialized (select * from waitlist_entries where id = any($1))
     select e.id, (${WAITS} and ${mayFill('$2')}) as waits, e.is_rejected, ${noSeatBecause({ includesEnded })} as reason
     from e where e.erased_at is null and e.leaving_at is null order by ${LAUNCH_ORDER}`,
    [ids, fills ?? null],
  )
}
