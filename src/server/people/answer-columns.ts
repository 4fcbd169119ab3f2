import type { Answers } from '#shared/answers.ts'

/** Every column that holds answers, with its type: the one list from which all statements are made. */
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

/** `business_name, is_solo_provider, …` */
export const ANSWER_COLUMNS = NAMES.join(', ')

/** The same of one of several relations. */
export function answerColumnsOf(relation: string): string {
  return NAMES.map((name) => `${relation}.${name}`).join(', ')
}

/** The same with their types, for a `json_to_recordset`. */
export const ANSWER_RECORD = NAMES.map((name) => `${name} ${TYPES[name]}`).join(', ')

/** The assignments of an update from a relation. */
export function setAnswersFrom(relation: string): string {
  return NAMES.map((name) => `${name} = ${relation}.${name}`).join(', ')
}

/** The answers of a row as one JSON value. */
export const ANSWERS_AS_JSON = `json_build_object(${NAMES.map((name) => `'${name}', ${name}`).join(', ')})`

/** The same of an object in the program, which may have more. */
export function pickAnswers(row: Answers): Answers {
  return Object.fromEntries(NAMES.map((name) => [name, row[name]])) as Answers
}
