import type pg from 'pg'
import type { Answers } from '#shared/site/answers.ts'
import { fold, searchText } from '#shared/list/search-text.ts'
import { UNSETTLED } from './log/unread.ts'
import { answerColumnsOf } from '../people/answer-columns.ts'
import { NEEDS_PROGRAM } from './rows/plain-listing.ts'
import type { Rest } from '../base/rest.ts'

const BATCH = 2_000
const FIRST = '00000000-0000-0000-0000-000000000000'

type Row = Answers & { id: string; email: string; search: string; business: string }

/** A listing row whose text differs from the text that the program would write. `listed` is the stored search text. */
export type Misfolded = { id: string; listed: string; search: string; business: string }

/** Finds such rows in batches, until there are `most` of them. */
export async function findMisfolded(
  client: pg.ClientBase,
  most: number,
  rest: Rest = async () => {},
): Promise<Misfolded[]> {
  const misfolded: Misfolded[] = []
  for (let after: string | null = FIRST; after !== null && misfolded.length < most;) {
    const batch = await readMisfolded(client, after)
    misfolded.push(...batch.misfolded)
    after = batch.last
    await rest()
  }
  return misfolded.slice(0, most)
}

/** The same for one batch in the order of the ids. `last`: the last id that was checked; null at the end. */
async function readMisfolded(
  db: pg.ClientBase | pg.Pool,
  after: string,
): Promise<{ misfolded: Misfolded[]; last: string | null }> {
  const { rows } = await db.query<Row>(
    `select id, email, ${answerColumnsOf('e')}, l.search, l.business
     from waitlist_entries e join entry_listing l on l.entry_id = id
     where erased_at is null and ${NEEDS_PROGRAM} and id not in (${UNSETTLED}) and id > $1 order by id limit ${BATCH}`,
    [after],
  )
  const misfolded = rows.flatMap((row): Misfolded[] => {
    const [search, business] = [searchText(row), fold(row.business_name ?? '')]
    return row.search === search && row.business === business
      ? []
      : [{ id: row.id, listed: row.search, search, business }]
  })
  return { misfolded, last: rows.length < BATCH ? null : rows.at(-1)!.id }
}
