import type { Answers } from '#shared/answers.ts'
import type { Transaction } from '../db/pool.ts'
import { ANSWER_COLUMNS } from '../people/answer-columns.ts'
import { IS_REFERRED } from '../people/is-referred.ts'

type UnlistedEntry = Answers & {
  id: string
  created_at: string
  email: string
  is_referred: boolean
  source: string | null
}

export async function isAllListed(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ is_listed: boolean }>(
    'select entries = (select count(*) from entry_listing) as is_listed from waitlist_counter where id = 1',
  )
  return rows[0]!.is_listed
}

/** Finds entries from an older version that are not in the listing yet. */
export async function findUnlisted(tx: Transaction, most: number): Promise<UnlistedEntry[]> {
  const { rows } = await tx.query<UnlistedEntry>(
    `select id, created_at::text, email, ${ANSWER_COLUMNS},
       ${IS_REFERRED} as is_referred, utm ->> 'source' as source
     from waitlist_entries e
     where erased_at is null and not exists (select from entry_listing where entry_id = id) limit $1`,
    [most],
  )
  return rows
}
