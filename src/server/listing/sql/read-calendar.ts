import type { Queryable } from '../../db/pool.ts'
import type { SlotNames } from './read-tally.ts'

export type Calendar = { timeZone: string; slots: SlotNames; entries: number }

export async function readCalendar(db: Queryable): Promise<Calendar> {
  const { rows } = await db.query<Calendar>(
    `select time_zone as "timeZone", entries, (select json_build_object(
         'problem', coalesce(json_agg(name order by slot) filter (where kind = 'problem'), '[]'),
         'goal', coalesce(json_agg(name order by slot) filter (where kind = 'goal'), '[]'))
       from choice_slots) as slots
     from waitlist_counter where id = 1`,
  )
  return rows[0]!
}
