import { NO_COLUMNS } from '#shared/site/questions.ts'
import type { Queryable } from '../db/pool.ts'

export async function countChosen(db: Queryable, { question, choice }: Record<'question' | 'choice', string>) {
  const hasColumn = Object.hasOwn(NO_COLUMNS, question)
  const isList = hasColumn && Array.isArray(NO_COLUMNS[question as keyof typeof NO_COLUMNS])
  const condition = !hasColumn
    ? `further_answers -> $2 ? $1`
    : isList
      ? `$1 = any(${question}) and $2 = $2`
      : `${question}::text = $1 and $2 = $2`
  const { rows } = await db.query<{ people: number }>(
    `select count(*)::int as people from waitlist_entries where erased_at is null and ${condition}`,
    [choice, question],
  )
  return rows[0]!.people
}
