import { type Choice, OTHER, type Question } from './question.ts'
import { perSite, site } from './site.ts'

export type ChoiceQuestion = Extract<Question, { kind: 'yes-no' | 'one' | 'many' }>

export const storedQuestions = perSite(() => site().questions.filter(({ name }) => name !== 'full_name'))

export const everyStoredQuestion = perSite(() => site().everyQuestion.filter(({ name }) => name !== 'full_name'))

/** Each with its value if unanswered. All other answers share one column. */
export const NO_COLUMNS = {
  business_name: null as string | null,
  is_solo_provider: null as boolean | null,
  job_industry: null as string | null,
  problems: [] as readonly string[],
  other_problem: null as string | null,
  goals: [] as readonly string[],
  other_goal: null as string | null,
  price_range: null as string | null,
}

export const furtherQuestions = perSite(() =>
  everyStoredQuestion().filter(({ name }) => !Object.hasOwn(NO_COLUMNS, name)),
)

export const furtherChoiceQuestions = perSite(() => furtherQuestions().filter(isChoiceQuestion))

export function isChoiceQuestion(question: Question): question is ChoiceQuestion {
  return question.kind !== 'text'
}

const YES_NO = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]

export type Labelled = Exclude<Choice, string>

export function openChoicesOf(question: ChoiceQuestion): Labelled[] {
  return choicesOf(question).filter(({ archived }) => !archived)
}

export function choicesOf(question: ChoiceQuestion): Labelled[] {
  if (question.kind === 'yes-no') return YES_NO
  return question.choices.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
}

export function nameQuestion(): string {
  return site().questions.find(({ name }) => name === 'full_name')!.question
}

export function otherOf(question: Question): string | null {
  return ('other' in question && question.other) || null
}

type Answered = { chosen: readonly string[] | string | null | undefined; other?: string | null | undefined }

export function isOtherMissing({ chosen, other }: Answered): boolean {
  return hasOther(chosen) && !other?.trim()
}

export function keptOther({ chosen, other }: Answered): string | null {
  return hasOther(chosen) ? (other ?? null) : null
}

export function hasOther(chosen: Answered['chosen']): boolean {
  return Array.isArray(chosen) ? chosen.includes(OTHER) : chosen === OTHER
}

/** The texts beside Other and the answers to text questions, except the business name. */
export const writtenAnswers = perSite((): readonly string[] =>
  everyStoredQuestion().flatMap((question) => {
    if (question.kind === 'text') return question.name === 'business_name' ? [] : [question.name]
    return otherOf(question) ?? []
  }),
)
