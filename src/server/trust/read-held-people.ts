import * as z from 'zod/mini'
import type { HeldPeople } from '#shared/reviews.ts'
import { SIGNALS } from '#site/trust.ts'
import { parseCursor, refuseCursor, toPage } from '../db/cursor.ts'
import type { Queryable } from '../db/pool.ts'
import { ALONE } from './read-reviews.ts'
import { readHeld, readSignals } from './review-queries.ts'

const PAGE_SIZE = 50

/** The people of a group of `readReviews`, each with what speaks against them. */
export async function readHeldPeople(
  db: Queryable,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<HeldPeople> {
  const after = parseCursor(z.int(), cursor) ?? 0
  const referrerId = id === ALONE ? null : id
  const rows = await readHeld(db, { referrerId, after, limit: PAGE_SIZE + 1 }).catch(refuseCursor)
  const { shown, next_cursor } = toPage(rows, PAGE_SIZE, ({ joined_position }) => joined_position)
  const signals = Map.groupBy(
    await readSignals(
      db,
      shown.map(({ id }) => id),
    ),
    ({ entry_id }) => entry_id,
  )
  return {
    people: shown.map(({ id, email, created_at, is_over }) => ({
      id,
      email,
      at: created_at.toISOString(),
      reasons: [
        ...(signals.get(id) ?? []).map(({ signal }) => SIGNALS[signal].reason),
        ...(is_over ? [SIGNALS['many-at-domain'].reason] : []),
      ],
    })),
    next_cursor,
  }
}
