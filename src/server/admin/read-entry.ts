import type { EntryDetail } from '#shared/entry.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ENTRY_COLUMNS } from './entry-columns.ts'

const MOST_CREDITS = 100

const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** One entry with how it came about. Throws an AppError for an id that is nobody's, or an erased person's. */
export async function readEntry(db: Queryable, id: string): Promise<EntryDetail> {
  const { rows } = await db.query<EntryDetail>(
    `select
       (select row_to_json(entry) from (select ${ENTRY_COLUMNS}) as entry) as entry,
       json_build_object(
         'referrer', (select json_build_object('id', r.id, 'email', r.email)
           from credits c join waitlist_entries r on r.id = c.referrer_id where c.friend_id = e.id),
         'codes', (select json_agg(code order by created_at, code) from referral_codes where entry_id = e.id),
         'credit_count', (select count(*)::int from credits where referrer_id = e.id),
         'credits', (
           select coalesce(json_agg(json_build_object('friend', json_build_object('id', c.friend_id, 'email', f.email),
             'places', c.places, 'state', c.state, 'created_at', ${instant('c.created_at')},
             'position', c.position) order by c.created_at, c.friend_id), '[]')
           from (
             select *, greatest(1, e.joined_position - coalesce(sum(places) filter (where state = 'counted')
               over (order by created_at, friend_id), 0))::int as position
             from credits where referrer_id = e.id order by created_at desc, friend_id desc limit ${MOST_CREDITS}) as c
           left join waitlist_entries f on f.id = c.friend_id),
         'revisions', (
           select coalesce(json_agg((answers::jsonb || jsonb_build_object('replaced_at', ${instant('replaced_at')}))
             order by replaced_at desc, id desc), '[]')
           from entry_revisions where entry_id = e.id)) as history
     from waitlist_entries e join entry_listing l on l.entry_id = e.id where e.id = $1`,
    [id],
  )
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}
