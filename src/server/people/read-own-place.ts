import type { Answers } from '#shared/site/answers.ts'
import type { Place } from '#shared/joining/place.ts'
import type { Queryable } from '../db/pool.ts'
import { bonusOf, placesOf, ruleNow } from '../places/referral-rule.ts'
import { ANSWERS_AS_JSON } from './answer-columns.ts'
import { instant } from './instant.ts'
import { GETS_MAIL, IS_OPTED_OUT } from './addresses/opted-out.ts'
import { type FriendRow, friendsOf, NEWEST } from './read-friends.ts'

type OwnFriend = Pick<FriendRow, 'state' | 'position' | 'moved' | 'created_at'> & {
  friend: { email: string }
}

type Shown = 'email' | 'position' | 'joined_position' | 'joined_at' | 'referral_code' | 'referrals' | 'answered_at'

export type OwnEntry = Pick<
  Place,
  Shown | 'state' | 'confirmed_at' | 'gets_mail' | 'wants_mail' | 'wants_updates' | 'waiting_change' | 'language'
> & {
  places_by_friends: number
  /** Whether the answers came from a browser that showed no token of the entry. */
  is_unproven: boolean
  has_more_friends: boolean
  /** Friends whom the person had brought before they were on this list; null without such. */
  position_before: number | null
  answers: Answers
  friends: OwnFriend[]
}

/** `friends` are the newest, at most `mostFriends`. Null for a person who is erased, or about to be. */
export async function readOwnEntry(
  db: Queryable,
  { id, mostFriends }: { id: string; mostFriends: number },
): Promise<OwnEntry | null> {
  const { rows } = await db.query<OwnEntry>(
    `select email, position, joined_position, ${instant('created_at')} as joined_at, newest_code as referral_code,
       referrals, credited_places - ${bonusOf('e')} as places_by_friends, is_unproven, state, language,
       ${instant('confirmed_at')} as confirmed_at, ${GETS_MAIL} as gets_mail, not ${IS_OPTED_OUT} as wants_mail,
       updates_off_at is null as wants_updates,
       (select json_build_object('email', c.email, 'asked_at', ${instant('c.asked_at')})
         from email_changes c where c.entry_id = e.id and c.email is not null) as waiting_change, ${ANSWERS_AS_JSON} as answers,
       ${instant(`coalesce((select max(replaced_at) from entry_revisions r where r.entry_id = e.id), created_at)`)}
         as answered_at,
       case when imported_friends > 0
         then greatest(1, joined_position - ${placesOf('e.imported_friends', 'e')}) end as position_before,
       (select count(*) from (select from waitlist_entries f where f.inviter_id = e.id and f.erased_at is null limit $5 + 1) as first) > $5
         as has_more_friends,
       (${friendsOf('$5')}) as friends
     from waitlist_entries e cross join (${ruleNow()}) as rule where id = $1 and (erased_at is null) and leaving_at is null`,
    [id, ...NEWEST, mostFriends],
  )
  return rows[0] ?? null
}
