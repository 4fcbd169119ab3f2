import { type Answers, NAME, NO_COLUMNS, type Question } from '#shared/site/questions.ts'
import { entriesSince } from './events/followers.ts'
import pg from 'pg'
import { findColumn, findValue, type Queryable } from '../db/query.ts'

const TYPES = {
  business_name: 'text',
  is_solo_provider: 'boolean',
  job_industry: 'text',
  problems: 'text[]',
  other_problem: 'text',
  goals: 'text[]',
  other_goal: 'text',
  price_range: 'text',
  further_answers: 'jsonb',
} as const satisfies Record<keyof Answers, string>

const NAMES = Object.keys(TYPES) as (keyof Answers)[]

export const ANSWER_COLUMNS = NAMES.join(', ')

export function answerColumnsOf(relation: string): string {
  return NAMES.map((name) => `${relation}.${name}`).join(', ')
}

export const ANSWER_RECORD = NAMES.map((name) => `${name} ${TYPES[name]}`).join(', ')

export function setAnswersFrom(relation: string): string {
  return NAMES.map((name) => `${name} = ${relation}.${name}`).join(', ')
}

export const ANSWERS_AS_JSON = `json_build_object(${NAMES.map((name) => `'${name}', ${name}`).join(', ')})`

export function pickAnswers(row: Answers): Answers {
  return Object.fromEntries(NAMES.map((name) => [name, row[name]])) as Answers
}

export async function countChosen(db: Queryable, { question, choice }: Record<'question' | 'choice', string>) {
  const hasColumn = Object.hasOwn(NO_COLUMNS, question)
  const isList = hasColumn && Array.isArray(NO_COLUMNS[question as keyof typeof NO_COLUMNS])
  const condition = !hasColumn
    ? `further_answers -> $2 ? $1`
    : isList
      ? `$1 = any(${question}) and $2 = $2`
      : `${question}::text = $1 and $2 = $2`
  return (await findValue<number>(
    db,
    `select count(*)::int as people from waitlist_entries where erased_at is null and ${condition}`,
    [choice, question],
  ))!
}

/**
 * The names of those of these questions to which nobody has an answer: of all people, which reads the whole list for
 * each question, or of those with an event `since` this one.
 */
export async function findUnanswered(
  db: Queryable,
  questions: readonly Question[],
  since?: string,
): Promise<Set<string>> {
  if (questions.length === 0) return new Set()
  const answered = questions.map(({ name }) => `(${pg.escapeLiteral(name)}, ${isAnsweredBySomebody(name, since)})`)
  return new Set(
    await findColumn<string>(
      db,
      `select name from (values ${answered.join(', ')}) as t (name, is_answered) where not is_answered`,
    ),
  )
}

function isAnsweredBySomebody(name: string, since: string | undefined): string {
  if (name === NAME) return 'exists (select from full_names)'
  const condition = !Object.hasOwn(NO_COLUMNS, name)
    ? `further_answers ? ${pg.escapeLiteral(name)}`
    : Array.isArray(NO_COLUMNS[name as keyof typeof NO_COLUMNS])
      ? `${name} <> '{}'`
      : `${name} is not null`
  const whose = since === undefined ? '' : `id in (${entriesSince(pg.escapeLiteral(since))}) and `
  return `exists (select from waitlist_entries where ${whose}${condition})`
}
