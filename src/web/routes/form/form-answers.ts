import { isOtherMissing } from '#shared/other-answer.ts'
import type { STEPS } from '#site/questionnaire.ts'

/** What has been answered so far, in the fields of the join request. Null and empty: not yet. */
export type FormAnswers = {
  full_name: string
  business_name: string
  is_solo_provider: boolean | null
  job_industry: string | null
  problems: string[]
  other_problem: string
  goals: string[]
  other_goal: string
  price_range: string | null
}

export type Step = (typeof STEPS)[number]

export const NO_ANSWERS: FormAnswers = {
  full_name: '',
  business_name: '',
  is_solo_provider: null,
  job_industry: null,
  problems: [],
  other_problem: '',
  goals: [],
  other_goal: '',
  price_range: null,
}

/** Whether a step may be left: a blank is no answer, `false` is one, and who chooses Other says what it is. */
export function isAnswered(step: Step, answers: FormAnswers): boolean {
  if (step.kind === 'text') return answers[step.name].trim() !== ''
  if (step.kind !== 'many') return answers[step.name] !== null
  const chosen = answers[step.name]
  return chosen.length > 0 && !isOtherMissing({ chosen, other: answers[step.other] })
}

/** Whether something that was stored earlier can be filled in again. */
export function isFormAnswers(value: unknown): value is FormAnswers {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(NO_ANSWERS).every(([name, empty]) => {
    const answer = (value as Record<string, unknown>)[name]
    if (Array.isArray(empty)) return Array.isArray(answer) && answer.every((choice) => typeof choice === 'string')
    if (empty === '') return typeof answer === 'string'
    if (answer === null) return true
    return typeof answer === (name === 'is_solo_provider' ? 'boolean' : 'string')
  })
}
