import type { Answers } from '#shared/site/answers.ts'
import type { Queryable } from '../db/pool.ts'
import { ANSWER_COLUMNS } from './answer-columns.ts'

export type ForPrograms = Answers & { id: string; email: string; position: number; source: string | null }

export async function readForPrograms(db: Queryable, ids: string[]): Promise<Map<string, ForPrograms>> {
  const { rows } = await db.query<ForPrograms>(
    `select id, email, position, utm ->> 'source' as source, ${ANSWER_COLUMNS} from waitlist_entries
     where id = any($1) and erased_at is null and leaving_at is null`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
