import type { Answers } from '#shared/site/answers.ts'

/** Every column that holds answers, with its type. All statements are composed from this list. */
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

/** The answer columns of one relation among several. */
export function answerColumnsOf(relation: string): string {
  return NAMES.map((name) => `${relation}.${name}`).join(', ')
}

/** The answer columns with their types, for `json_to_recordset`. */
export const ANSWER_RECORD = NAMES.map((name) => `${name} ${TYPES[name]}`).join(', ')

/** The assignments of an update from a relation. */
export function setAnswersFrom(relation: string): string {
  return NAMES.map((name) => `${name} = ${relation}.${name}`).join(', ')
}

/** The answers of a row as one JSON value. */
export const ANSWERS_AS_JSON = `json_build_object(${NAMES.map((name) => `'${name}', ${name}`).join(', ')})`

/** Picks the answers from an object that may have more fields. */
export function pickAnswers(row: Answers): Answers {
  return Object.fromEntries(NAMES.map((name) => [name, row[name]])) as Answers
}
