import type { EntryDetail, EntryLog } from '#shared/list/entry.ts'
import { MAX_REVISIONS_PER_ENTRY } from '#shared/joining/joining-again.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { placeOf } from '../places/read-place.ts'
import { ruleNow } from '../places/referral-rule.ts'
import { ENTRY_COLUMNS, PROFILE_COLUMNS } from './entry-columns.ts'
import { instant } from './instant.ts'
import { IS_REFERRED } from './is-referred.ts'
import { type FriendRow, friendCountsOf, FRIENDS_PAGE, friendsOf, NEWEST, toFriendsPage } from './read-friends.ts'

type Profile = Omit<EntryDetail, 'history'> & { history: Omit<EntryDetail['history'], keyof EntryLog> }

type Row = {
  entry: Omit<Profile['entry'], 'rank'>
  history: Omit<Profile['history'], 'credits' | 'next_cursor'>
  credits: FriendRow[]
  place: Profile['place']
}

export async function readEntry(db: Queryable, id: string): Promise<Profile> {
  const { rows } = await db.query<Row>(
    `select
       (select row_to_json(entry) from (select ${ENTRY_COLUMNS}, ${PROFILE_COLUMNS}) as entry) as entry,
       json_build_object(
         'referrer', (select json_build_object('id', r.id, 'email', r.email)
           from waitlist_entries r where r.id = e.inviter_id),
         'imported', (select json_build_object('friends', imported_friends, 'places', places * (imported_friends - resting_friends))
           from (${ruleNow()}) as rule where imported_friends > 0),
         'link', json_build_object('source', e.utm ->> 'source', 'medium', e.utm ->> 'medium',
           'campaign', e.utm ->> 'campaign'),
         'codes', case when code_count = 1 then json_build_array(e.referral_code)
           else (select json_agg(code order by created_at, code) from referral_codes where entry_id = e.id) end,
         'credit_count', (select count(*)::int from waitlist_entries f where f.inviter_id = e.id and f.erased_at is null),
         'friends', ${friendCountsOf('e.id')},
         'revisions', (
           select coalesce(json_agg((answers::jsonb || jsonb_build_object('replaced_at', ${instant('replaced_at')},
               'unproven', is_unproven))
             order by replaced_at desc, id desc), '[]')
           from (select * from entry_revisions where entry_id = e.id
             order by replaced_at desc, id desc limit ${MAX_REVISIONS_PER_ENTRY}) as newest)) as history,
       (${friendsOf(FRIENDS_PAGE)}) as credits, (select row_to_json(place) from (${placeOf('e.id')}) as place) as place
     from waitlist_entries e cross join lateral (select ${IS_REFERRED} as is_referred) as l
     where e.id = $1 and e.erased_at is null`,
    [id, ...NEWEST],
  )
  if (!rows[0]) throw new AppError((await wasErased(db, id)) ? 'erased' : 'not-found')
  const { entry, place, history, credits } = rows[0]
  return { entry: { ...entry, rank: place?.rank ?? null }, place, history: { ...history, ...toFriendsPage(credits) } }
}

async function wasErased(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query('select from waitlist_entries where id = $1 and erased_at is not null', [id])
  return rows.length === 1
}
