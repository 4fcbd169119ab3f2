import type { FriendMails, Place } from '#shared/joining/place.ts'
import { type Mark, MARKS } from '#site/trust.ts'
import type { EntryMark } from '#shared/list/reviews.ts'
import type { EntryDetail, EntryLog } from '#shared/list/entry.ts'
import { MAX_REVISIONS_PER_ENTRY } from '#shared/joining/joining-again.ts'
import { AppError } from '../base/errors.ts'
import { placeOf } from './places/read-place.ts'
import { bonusOf, placesOf, ruleNow } from './places/referral-rule.ts'
import { IS_REFERRED } from './why.ts'
import { friendCountsOf, type FriendRow, FRIENDS_PAGE, friendsOf, NEWEST, toFriendsPage } from './read-friends.ts'
import type { Consent } from '#shared/list/consent.ts'
import type { Answers } from '#shared/site/questions.ts'
import type { Utm } from '#shared/joining/join.ts'
import { ANSWERS_AS_JSON } from './answer-columns.ts'
import { findRow, hasRows, instant, type Queryable } from '../db/query.ts'
import { ENTRY_COLUMNS, PROFILE_COLUMNS } from './entry-columns.ts'
import { GETS_MAIL, IS_OPTED_OUT, OPTED_OUT_SINCE } from './addresses/email-keys.ts'

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

function wasErased(db: Queryable, id: string) {
  return hasRows(db, 'select from waitlist_entries where id = $1 and erased_at is not null', [id])
}

export async function readConsent(db: Queryable, id: string): Promise<Consent> {
  const { rows } = await db.query<Consent>(
    `select e.id, email, ${instant('e.created_at')} as joined_at,
       case when imported_by is null or not is_quiet then 'here' else 'import' end as joined_by, site_version,
       ${instant('confirmed_at')} as confirmed_at, ${instant(OPTED_OUT_SINCE)} as unsubscribed_at,
       ${instant('updates_off_at')} as updates_off_at,
       (select json_build_object('number', number, 'first_shown_at', ${instant('shown_at')}, 'sections', sections)
         from privacy_texts where number::text = privacy_version) as privacy_text
     from waitlist_entries e where id = $1 and erased_at is null`,
    [id],
  )
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}

export type Stored = {
  used_referral_code: string | null
  utm: Utm | null
  elapsed_ms: number | null
  no_mail_since: string | null
  no_updates_since: string | null
  friend_mails: FriendMails
  privacy_version: string | null
  mail_problem: { kind: 'bounce' | 'complaint'; reason: string; at: string } | null
  another_email: { email: string | null; asked_at: string[] } | null
  codes: { code: string; created_at: string }[]
  revisions: { answers: Answers; replaced_at: string; is_unproven: boolean }[]
}

export function readStored(db: Queryable, id: string) {
  return findRow<Stored>(
    db,
    `select used_referral_code, utm, elapsed_ms, privacy_version,
       ${instant(OPTED_OUT_SINCE)} as no_mail_since, ${instant('updates_off_at')} as no_updates_since, friend_mails,
       (select json_build_object('kind', kind, 'reason', reason, 'at', ${instant('b.created_at')})
         from mail_bounces b where b.entry_id = e.id) as mail_problem,
       (select json_build_object('email', c.email,
           'asked_at', (select json_agg(${instant('asked')} order by asked) from unnest(c.recent) as asked))
         from email_changes c where c.entry_id = e.id) as another_email,
       (select json_agg(json_build_object('code', code, 'created_at', ${instant('c.created_at')})
         order by c.created_at, code) from referral_codes c where c.entry_id = e.id) as codes,
       (select coalesce(json_agg(json_build_object('answers', answers, 'replaced_at', ${instant('replaced_at')},
           'is_unproven', r.is_unproven)
         order by replaced_at desc, r.id desc), '[]') from entry_revisions r where r.entry_id = e.id) as revisions
     from waitlist_entries e where id = $1 and (erased_at is null)`,
    [id],
  )
}

type OwnFriend = Pick<FriendRow, 'state' | 'position' | 'moved' | 'created_at'> & {
  friend: { email: string }
}

type Shown = 'email' | 'position' | 'joined_position' | 'joined_at' | 'referral_code' | 'referrals' | 'answered_at'

export type OwnEntry = Pick<
  Place,
  | Shown
  | 'state'
  | 'confirmed_at'
  | 'gets_mail'
  | 'wants_mail'
  | 'wants_updates'
  | 'friend_mails'
  | 'waiting_change'
  | 'language'
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
export function readOwnEntry(db: Queryable, { id, mostFriends }: { id: string; mostFriends: number }) {
  return findRow<OwnEntry>(
    db,
    `select email, position, joined_position, ${instant('created_at')} as joined_at, newest_code as referral_code,
       referrals, credited_places - ${bonusOf('e')} as places_by_friends, is_unproven, state, language,
       ${instant('confirmed_at')} as confirmed_at, ${GETS_MAIL} as gets_mail, not ${IS_OPTED_OUT} as wants_mail,
       updates_off_at is null as wants_updates, friend_mails,
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
}

export async function readMarks(db: Queryable, ids: string[]): Promise<(id: string) => EntryMark[]> {
  const { rows } = await db.query<{ id: string; marks: Mark[] }>(
    'select id, marks from waitlist_entries where id = any($1) and marks is not null',
    [ids],
  )
  const marks = new Map(rows.map((row) => [row.id, row.marks]))
  return (id) => (marks.get(id) ?? []).map((mark) => ({ mark, reason: MARKS[mark].one }))
}
