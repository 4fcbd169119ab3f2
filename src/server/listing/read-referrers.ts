import type { TopReferrers } from '#shared/entry.ts'
import type { Filters } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import type { Queryable } from '../db/pool.ts'
import { type ColumnStore, NO_COLUMNS } from './columns/column-store.ts'
import { createValues, passing } from './conditions.ts'
import { readCalendar } from './read-calendar.ts'

const MOST = 10

/** The entries that pass the filters and brought the most friends; ties are in launch order. */
export async function readReferrers(
  db: Queryable,
  filters: Filters,
  now: Date,
  columns: ColumnStore = NO_COLUMNS,
): Promise<TopReferrers> {
  const calendar = await readCalendar(db)
  const clock = { now, timeZone: calendar.timeZone }
  const found = await columns.find({ filters, period: periodOf(filters, clock), calendar })
  const values = createValues()
  const { rows } = await db.query(
    `with top as materialized (
       select id from ${passing('entries', { filters, clock, found }, values)} and referrals > 0
       order by referrals desc, position, joined_position limit ${MOST})
     select id, email, business_name, referrals from top join waitlist_entries using (id)
     order by referrals desc, position, joined_position`,
    values.list,
  )
  return { referrers: rows }
}
