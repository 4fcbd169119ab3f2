import * as z from 'zod/mini'
import type { ReadSignals, ReviewGroup, ReviewsPage } from '#shared/reviews.ts'
import { type SignalName, SIGNALS } from '#site/trust.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable } from '../db/pool.ts'
import { readPlace } from '../places/read-place.ts'
import * as queries from './review-queries.ts'

const PAGE_SIZE = 20

const GroupKey = z.tuple([z.int(), z.string()])

/** People who are held and used no code. */
export const ALONE = 'alone'

/** What waits for the owner, in groups of people who have something in common, the largest first. */
export async function readReviews(db: Queryable, { cursor }: { cursor?: string | undefined }): Promise<ReviewsPage> {
  const after = parseCursor(GroupKey, cursor)
  const rows = await queries.readGroups(db, { after, limit: PAGE_SIZE + 1 }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, (row) => [row.entries, row.referrer_id ?? ''])
  const ids = shown.map(({ referrer_id }) => referrer_id)
  const shared = await queries.readShared(db, ids)
  const referrers = await queries.readReferrers(
    db,
    ids.filter((id) => id !== null),
  )
  const groups: ReviewGroup[] = []
  for (const row of shown) {
    const of = <One extends { referrer_id: string | null }>(list: One[]) =>
      list.filter((one) => one.referrer_id === row.referrer_id).map(({ referrer_id: _id, ...rest }) => rest)
    const referrer = referrers.find(({ id }) => id === row.referrer_id) ?? null
    const signals = of(shared.signals).toSorted(byWeight)
    groups.push({
      id: row.referrer_id ?? ALONE,
      title: titleOf(row, referrer?.referral_code ?? null, signals),
      signals: signals.map(({ signal, entries }) => ({
        signal,
        reason: SIGNALS[signal].many,
        entries,
      })),
      entries: row.entries,
      invited: row.invited,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
      held_places: row.held_places,
      domains: of(shared.domains),
      blocks: of(shared.blocks),
      referrer: referrer && toReferrer(referrer),
      if_accepted: await acceptedEffect(db, row, referrer),
      if_rejected: await rejectedEffect(db, row, referrer),
    })
  }
  return { groups, next_cursor }
}

async function acceptedEffect(db: Queryable, row: queries.GroupRow, referrer: queries.ReferrerRow | null) {
  if (!referrer) return { from: null, to: null, people: 0 }
  const { position, joined_position, credited_places } = referrer
  const to = Math.max(1, joined_position - credited_places - row.held_places)
  return { from: position, to, people: await queries.countBetween(db, { from: to, to: position }) }
}

/** The places of rejected people are free, so everybody behind the first of them moves up. */
async function rejectedEffect(db: Queryable, row: queries.GroupRow, referrer: queries.ReferrerRow | null) {
  const place = await readPlace(db, row.first_id)
  const position = referrer?.position ?? null
  return { from: position, to: position, people: Math.max(0, (place?.behind ?? 0) - (row.entries - 1)) }
}

function toReferrer({ credited_places: _places, joined_at, ...referrer }: queries.ReferrerRow) {
  return { ...referrer, joined_at: joined_at.toISOString() }
}

const MOST_IN_TITLE = 2

type Counted = { signal: SignalName; entries: number }

/** By all the points that a signal gave to the group. */
function byWeight(one: Counted, other: Counted): number {
  const points = ({ signal, entries }: Counted) => SIGNALS[signal].points * entries
  return points(other) - points(one)
}

/** '34 friends of K7P2QX in 50 minutes: 31 at disposable domains, 28 answered in under two seconds'. */
function titleOf({ entries, first_at, last_at }: queries.GroupRow, code: string | null, signals: Counted[]): string {
  const people = code === null ? plural(entries, 'person', 'people') : plural(entries, 'friend', 'friends')
  const who = code === null ? `${people} without a code` : `${people} of ${code}`
  const when = entries > 1 ? ` in ${spanOf(last_at.getTime() - first_at.getTime())}` : ''
  const told = signals.slice(0, MOST_IN_TITLE).map((one) => `${grouped(one.entries)} ${SIGNALS[one.signal].many}`)
  return `${who}${when}${told.length > 0 ? `: ${told.join(', ')}` : ''}`
}

const SPANS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function spanOf(ms: number): string {
  const [name, length] = SPANS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000]
  const count = Math.max(1, Math.round(ms / length))
  return plural(count, name, `${name}s`)
}

function plural(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

function grouped(count: number): string {
  return count.toLocaleString('en-GB')
}

export function createReadSignals(db: Queryable): ReadSignals {
  return async (ids) => {
    const rows = await queries.readSignals(db, ids)
    const byEntry = Map.groupBy(rows, ({ entry_id }) => entry_id)
    return (id) =>
      (byEntry.get(id) ?? []).map(({ signal, points, evidence, at }) => ({
        signal,
        points,
        reason: SIGNALS[signal].reason,
        evidence,
        at: at.toISOString(),
      }))
  }
}
