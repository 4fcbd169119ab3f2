import pg from 'pg'
import type { Question } from '#shared/site/question.ts'
import { NAME, NO_COLUMNS } from '#shared/site/questions.ts'
import type { Queryable } from '../db/pool.ts'

/** The names of those of these questions to which nobody has an answer. Reads the whole list for each of them. */
export async function findUnanswered(db: Queryable, questions: readonly Question[]): Promise<Set<string>> {
  if (questions.length === 0) return new Set()
  const answered = questions.map(({ name }) => `(${pg.escapeLiteral(name)}, ${isAnsweredBySomebody(name)})`)
  const { rows } = await db.query<{ name: string }>(
    `select name from (values ${answered.join(', ')}) as t (name, is_answered) where not is_answered`,
  )
  return new Set(rows.map(({ name }) => name))
}

function isAnsweredBySomebody(name: string): string {
  if (name === NAME) return 'exists (select from full_names)'
  const condition = !Object.hasOwn(NO_COLUMNS, name)
    ? `further_answers ? ${pg.escapeLiteral(name)}`
    : Array.isArray(NO_COLUMNS[name as keyof typeof NO_COLUMNS])
      ? `${name} <> '{}'`
      : `${name} is not null`
  return `exists (select from waitlist_entries where ${condition})`
}
