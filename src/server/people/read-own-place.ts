import type { Answers } from '#shared/site/answers.ts'
import type { Place } from '#shared/joining/place.ts'
import type { Queryable } from '../db/pool.ts'
import { CAP_NOW, placesNow } from '../places/referral-rule.ts'
import { ANSWERS_AS_JSON } from './answer-columns.ts'
import { instant } from './instant.ts'
import { GETS_MAIL, IS_OPTED_OUT } from './addresses/opted-out.ts'
import { isProven } from './proven.ts'

/** One friend. `email` is null once they are erased; `later` is the sum of the places that newer friends brought. */
export type OwnFriend = {
  email: string | null
  is_erased: boolean
  at: string
  state: 'counted' | 'held' | 'rejected' | 'waiting' | 'repeated'
  places: number
  later: number
}

type Shown = 'email' | 'position' | 'joined_position' | 'joined_at' | 'referral_code' | 'referrals' | 'answered_at'

/** The parts of an entry that its person may see. */
export type OwnEntry = Pick<
  Place,
  Shown | 'state' | 'waits_for' | 'confirmed_at' | 'gets_mail' | 'wants_mail' | 'waiting_change'
> & {
  credited_places: number
  /** Whether the answers came from a browser that showed no token of the entry. */
  is_unproven: boolean
  has_more_friends: boolean
  /** The places for friends whom the person had brought to another list before being imported; null for none. */
  places_before: number | null
  answers: Answers
  friends: OwnFriend[]
}

/** SQL: the credits of the entry `e`. */
const SHOWN_CREDITS = '(select * from credits where referrer_id = e.id)'

/** `friends` are the newest, at most `mostFriends`. Null for a person who is erased, or about to be. */
export async function readOwnEntry(
  db: Queryable,
  { id, mostFriends }: { id: string; mostFriends: number },
): Promise<OwnEntry | null> {
  const { rows } = await db.query<OwnEntry>(
    `select email, position, joined_position, ${instant('created_at')} as joined_at, newest_code as referral_code,
       referrals, credited_places, is_unproven, state,
       ${instant('confirmed_at')} as confirmed_at, ${GETS_MAIL} as gets_mail, not ${IS_OPTED_OUT} as wants_mail,
       (select json_build_object('email', c.email, 'asked_at', ${instant('c.asked_at')})
         from email_changes c where c.entry_id = e.id and c.email is not null) as waiting_change, ${ANSWERS_AS_JSON} as answers,
       ${instant(`coalesce((select max(replaced_at) from entry_revisions r where r.entry_id = e.id), created_at)`)}
         as answered_at,
       case when exists (select from credits where referrer_id = e.id and state = 'waiting' and not is_spent)
         then case when ${isProven('e')} then 'press' else 'presses' end end as waits_for,
       (select places from imported_credits i where i.entry_id = e.id) as places_before,
       (select count(*) from (select from ${SHOWN_CREDITS} as shown limit $2 + 1) as first) > $2 as has_more_friends,
       (select coalesce(json_agg(json_build_object('email', f.email, 'is_erased', f.erased_at is not null,
           'at', ${instant('c.created_at')}, 'state', c.state, 'places', places, 'later', later)
           order by c.created_at desc, c.friend_id desc), '[]')
         from (
           select *, coalesce(sum(places) filter (where state = 'counted') over (
             order by created_at desc, friend_id desc rows between unbounded preceding and 1 preceding), 0) as later
           from (select * from ${SHOWN_CREDITS} as shown
             order by created_at desc, friend_id desc limit $2) as newest
         ) as c join waitlist_entries f on f.id = c.friend_id) as friends
     from waitlist_entries e where id = $1 and (erased_at is null) and leaving_at is null`,
    [id, mostFriends],
  )
  return rows[0] ?? null
}

/** For each entry, a text that changes with the parts that its person sees. Erased people are missing. */
export async function readOwnVersions(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; version: string }>(
    `select id, concat_ws(' ', updated_at, position, referrals, newest_code, ${GETS_MAIL},
         (select concat(c.asked_at, c.email) from email_changes c where c.entry_id = e.id), (
         select concat(c.friend_id, c.state) from ${SHOWN_CREDITS} as c
         order by c.created_at desc, c.friend_id desc limit 1), concat(${placesNow()}, '/', ${CAP_NOW})) as version
     from waitlist_entries e where id = any($1) and (erased_at is null)`,
    [ids],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}
