import type pg from 'pg'
import { fold, searchText } from '#shared/search-text.ts'

/** Whether an entry has text beyond printable ASCII, which PostgreSQL and the program may fold differently. */
export const TEXT_BEYOND_ASCII = `concat(email, business_name, job_industry) ~ '[^ -~]'`

const BATCH = 5_000

type Row = {
  id: string
  email: string
  business_name: string | null
  job_industry: string | null
  search: string
  business: string
}

/** Finds such entries whose search text differs from what the program would write today, a bounded number at a time. */
export async function findMisfolded(client: pg.ClientBase, most: number): Promise<object[]> {
  const misfolded: object[] = []
  let last: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (last !== undefined && misfolded.length < most) {
    const { rows }: pg.QueryResult<Row> = await client.query<Row>(
      `select id, email, business_name, job_industry, search, business
       from waitlist_entries join entry_listing on entry_id = id
       where erased_at is null and ${TEXT_BEYOND_ASCII} and id > $1 order by id limit ${BATCH}`,
      [last],
    )
    for (const row of rows) {
      const expected = { search: searchText(row), business: fold(row.business_name ?? '') }
      if (row.search === expected.search && row.business === expected.business) continue
      misfolded.push({ id: row.id, listed: row.search, expected: expected.search })
    }
    last = rows.at(-1)?.id
  }
  return misfolded.slice(0, most)
}
