import type { Answers } from '#shared/site/answers.ts'

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
