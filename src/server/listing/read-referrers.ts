import type { TopReferrers } from '#shared/entry.ts'
import type { Filters } from '#shared/filters.ts'
import type { Queryable } from '../db/pool.ts'
import { createValues, passing } from './conditions.ts'
import { readCalendar } from './read-calendar.ts'

const MOST = 10

/** The entries that pass the filters and brought the most friends; ties are in launch order. */
export async function readReferrers(db: Queryable, filters: Filters, now: Date): Promise<TopReferrers> {
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const { rows } = await db.query(
    `with top as materialized (
       select id from ${passing(filters, { now, timeZone }, values).entries} and referrals > 0
       order by referrals desc, position, joined_position limit ${MOST})
     select id, email, business_name, referrals from top join waitlist_entries using (id)
     order by referrals desc, position, joined_position`,
    values.list,
  )
  return { referrers: rows }
}
