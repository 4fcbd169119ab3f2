import type pg from 'pg'
import { DAY_MS } from '#shared/durations.ts'
import type { Queryable, Transaction } from '../db/pool.ts'
import { type Misfolded, readMisfolded } from './find-misfolded.ts'
import { type Repeating, startRepeating } from './start-repeating.ts'

const FIRST_REST_MS = 1_000
const BREATH_MS = 50

/**
 * Writes the search text of entries anew where an earlier version wrote it in another way: at each start, and once a
 * day in case a server of that version still runs. It goes through them in small batches beside the joins.
 */
export function startRefolding(pool: pg.Pool, firstRestMs = FIRST_REST_MS): Repeating {
  let after: string | undefined
  return startRepeating(async () => {
    const { misfolded, last } = await readMisfolded(pool, after)
    if (misfolded.length > 0) await refold(pool, misfolded)
    after = last ?? undefined
    return last === null ? DAY_MS : BREATH_MS
  }, firstRestMs)
}

/** The same for all entries in one transaction. */
export async function refoldAll(tx: Transaction): Promise<void> {
  for (let after: string | null | undefined; after !== null;) {
    const { misfolded, last } = await readMisfolded(tx, after)
    if (misfolded.length > 0) await refold(tx, misfolded)
    after = last
  }
}

/** An entry that was changed since it was read has another text by now, and keeps it. */
async function refold(db: Queryable, misfolded: Misfolded[]): Promise<void> {
  await db.query(
    `update entry_listing l set search = t.search, business = t.business
     from json_to_recordset($1) as t (id uuid, listed text, search text, business text)
     where l.entry_id = t.id and l.search = t.listed`,
    [JSON.stringify(misfolded)],
  )
}
