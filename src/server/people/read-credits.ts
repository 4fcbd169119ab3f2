import * as z from 'zod/mini'
import type { Credit, CreditsPage } from '#shared/list/entry.ts'
import type { Queryable } from '../db/pool.ts'
import { AppError } from '../base/errors.ts'
import { parseCursor, refuseCursor, toCursor } from '../db/cursor.ts'
import { instant } from './instant.ts'

const PAGE_SIZE = 20

/** The time and the friend of the oldest credit on a page, and the sum of the places counted before it. */
const Key = z.tuple([z.string(), z.guid(), z.int()])

/** One credit. CREDITS returns the newest first. */
export type CreditRow = Credit & {
  /** `created_at` with microseconds. */
  moment: string
  /** The sum of the places counted up to this credit. */
  counted_places: number
}

const positionAfter = (places: string) => `greatest(1, e.joined_position - (${places}))`

/** The parameters $2 to $4 of CREDITS for the newest page. */
export const NEWEST = [null, null, null]

/**
 * SQL of one value: the credits of entry `e` before the key in the parameters $2 to $4, one more than a page shows. The
 * position at each credit is derived from the newer credits, so no page adds up the whole ledger.
 */
export const CREDITS = `
  select coalesce(json_agg(json_build_object('friend', json_build_object('id', c.friend_id, 'email', f.email),
    'places', places, 'state', c.state, 'created_at', ${instant('c.created_at')}, 'moment', c.created_at::text,
    'position', ${positionAfter('counted_places')}, 'counted_places', counted_places,
    'moved', case when c.state = 'counted'
      then ${positionAfter('counted_places - places')} - ${positionAfter('counted_places')} else 0 end)
    order by c.created_at desc, c.friend_id desc), '[]')
  from (
    select *, coalesce($4::integer, e.credited_places) - coalesce(sum(places) filter (where state = 'counted') over (
      order by created_at desc, friend_id desc rows between unbounded preceding and 1 preceding), 0) as counted_places
    from (
      select * from credits
      where referrer_id = e.id and ($2::timestamptz is null or (created_at, friend_id) < ($2, $3::uuid))
      order by created_at desc, friend_id desc limit ${PAGE_SIZE + 1}) as newest
  ) as c left join waitlist_entries f on f.id = c.friend_id`

/** Reads one page of an entry's credits. Throws an AppError if no entry has this id. */
export async function readCredits(
  db: Queryable,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<CreditsPage> {
  const key = parseCursor(Key, cursor) ?? NEWEST
  const { rows } = await db
    .query<{ credits: CreditRow[] }>(
      `select (${CREDITS}) as credits from waitlist_entries e where id = $1 and erased_at is null`,
      [id, ...key],
    )
    .catch(refuseCursor)
  if (!rows[0]) throw new AppError('not-found')
  return toCreditsPage(rows[0].credits)
}

/** Makes a page from the rows of CREDITS. */
export function toCreditsPage(rows: CreditRow[]): CreditsPage {
  const shown = rows.slice(0, PAGE_SIZE)
  const [oldest, before] = [shown.at(-1), rows[PAGE_SIZE]]
  return {
    credits: shown.map(({ moment: _moment, counted_places: _places, ...credit }) => credit).toReversed(),
    next_cursor: oldest && before ? toCursor([oldest.moment, oldest.friend.id, before.counted_places]) : null,
  }
}
