import type { TopReferrers } from '#shared/entry.ts'
import type { Filters } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import type { Queryable } from '../db/pool.ts'
import { all, createValues, facetConditions, searchConditions, spanConditions } from './conditions.ts'
import { readCalendar } from './read-calendar.ts'

const MOST = 10

/** Who of the entries that pass the filters brought most friends; ties in launch order. */
export async function readReferrers(db: Queryable, filters: Filters, now: Date): Promise<TopReferrers> {
  const { timeZone } = await readCalendar(db)
  const values = createValues()
  const conditions = [
    ...searchConditions(filters, values),
    ...facetConditions(filters, values),
    ...spanConditions(periodOf(filters, { now, timeZone }), timeZone, values),
  ]
  const { rows } = await db.query(
    `select id, email, business_name, referrals
     from (select id, email, business_name, referrals, position, joined_position from waitlist_entries
       where referrals > 0 and erased_at is null) as e join entry_listing on entry_id = id
     where ${all(conditions)}
     order by referrals desc, position, joined_position limit ${MOST}`,
    values.list,
  )
  return { referrers: rows }
}
