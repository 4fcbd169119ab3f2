import * as z from 'zod/mini'
import type { Credit, CreditsPage, FriendCounts } from '#shared/list/entry.ts'
import { AppError } from '../base/errors.ts'
import { placesOf, ruleNow } from './places/referral-rule.ts'
import { WHY } from './why.ts'
import { findRows, findValue, instant, parseCursor, type Queryable, refuseCursor, toCursor } from '../db/query.ts'

const PAGE_SIZE = 20

const Key = z.tuple([z.string(), z.guid(), z.int()])

export type FriendRow = Credit & {
  moment: string
  nth: number
}

/** The parameters $2 to $4 of `friendsOf` for the newest page. */
export const NEWEST = [null, null, null]

/** SQL of one value: at most this many friends of entry `e` before the key in $2 to $4. */
export function friendsOf(most: string): string {
  const at = (friends: string) =>
    `greatest(1, e.joined_position - ${placesOf(`(${friends} + e.imported_friends)`, 'e')})`
  return `
    select coalesce(json_agg(json_build_object('friend', json_build_object('id', f.id, 'email', f.email),
      'places', case when f.counts then rule.places else 0 end, 'state', ${WHY}, 'created_at', ${instant('f.created_at')},
      'moment', f.created_at::text, 'nth', nth, 'position', ${at('nth')},
      'moved', case when f.counts then ${at('(nth - 1)')} - ${at('nth')} else 0 end) order by f.created_at desc, f.id desc), '[]')
    from (
      select newest.*, coalesce($4::integer, e.referrals - e.imported_friends) - count(*) filter (where counts) over (
        order by created_at desc, id desc rows between unbounded preceding and 1 preceding) as nth
      from (
        select * from waitlist_entries f
        where f.inviter_id = e.id and f.erased_at is null and ($2::timestamptz is null or (f.created_at, f.id) < ($2, $3::uuid))
        order by created_at desc, id desc limit ${most}) as newest
    ) as f cross join (${ruleNow()}) as rule`
}

export const FRIENDS_PAGE = String(PAGE_SIZE + 1)

export async function readFriends(
  db: Queryable,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<CreditsPage> {
  const key = parseCursor(Key, cursor) ?? NEWEST
  const { rows } = await db
    .query<{ friends: FriendRow[] }>(
      `select (${friendsOf(FRIENDS_PAGE)}) as friends from waitlist_entries e where id = $1 and erased_at is null`,
      [id, ...key],
    )
    .catch(refuseCursor)
  if (!rows[0]) throw new AppError('not-found')
  return toFriendsPage(rows[0].friends)
}

export function toFriendsPage(rows: FriendRow[]): CreditsPage {
  const shown = rows.slice(0, PAGE_SIZE)
  const [oldest, before] = [shown.at(-1), rows[PAGE_SIZE]]
  return {
    credits: shown.map(({ moment: _moment, nth: _nth, ...credit }) => credit).toReversed(),
    next_cursor: oldest && before ? toCursor([oldest.moment, oldest.friend.id, before.nth]) : null,
  }
}

export function friendCountsOf(id: string): string {
  return `(select coalesce(json_object_agg(state, friends), '{}') from (
    select ${WHY} as state, count(*)::int as friends from waitlist_entries f
    where f.inviter_id = ${id} and f.erased_at is null group by 1) as counts)`
}

export async function countFriends(db: Queryable, id: string) {
  return (await findValue<FriendCounts>(db, `select ${friendCountsOf('$1::uuid')} as counts`, [id]))!
}

/** The numbers as the person may know them: nobody learns that the owner rejected somebody else. */
export function asTheySee({ rejected = 0, look = 0, ...counts }: FriendCounts): Omit<FriendCounts, 'rejected'> {
  return { ...counts, look: look + rejected }
}

/**
 * SQL: the number of friends who count for an entry, whose id is given with its table. `joined`: a condition on `created_at`, the time of joining.
 */
export function friendsBetween(entryId: string, joined: string): string {
  return `(select count(*)::int from waitlist_entries f where f.inviter_id = ${entryId} and f.counts and ${joined})`
}

/**
 * A query for the number of friends who count, for each entry that has such friends: the columns `id` and `friends`.
 * `by`: a condition on `inviter_id`.
 */
export function friendsByInviter(joined: string, by: string): string {
  return `select inviter_id as id, count(*)::int as friends from waitlist_entries
    where counts and ${joined} and ${by} group by inviter_id`
}

export function selectFriends(inviterId: string): { text: string; values: unknown[] } {
  return { text: 'select id from waitlist_entries where inviter_id = $1 and erased_at is null', values: [inviterId] }
}

type Referral = { friend_id: string; referrer_id: string }

/** The inviters of these people. People without one are missing. */
export function findReferrers(db: Queryable, ids: string[]) {
  return findRows<Referral>(
    db,
    'select id as friend_id, inviter_id as referrer_id from waitlist_entries where id = any($1) and inviter_id is not null',
    [ids],
  )
}
