import { bandOf, bandsWithin } from './bands.ts'
import { perSite, site } from './site.ts'
import { MOST } from './typed-answers.ts'
import { own } from '../values/own.ts'

export const OTHER = 'Other'

/**
 * The `value` is stored, the `label` is read. An archived choice is no longer offered, but people who chose it keep it.
 */
export type Choice = string | { value: string; label: string; phrase?: string; archived?: boolean }

type Asked = {
  /** Permanent: in storage, and of the step in analytics. */
  name: string
  label: string
  question: string
  archived?: boolean
  optional?: boolean
}
export type Question = Asked &
  (
    | { kind: 'text'; placeholder: string; autoComplete?: string }
    /** A whole number within these bounds. */
    | { kind: 'number'; min?: number; max?: number }
    | { kind: 'date' }
    /** An https address. */
    | { kind: 'link'; placeholder: string }
    | { kind: 'yes-no' }
    /** `other`: the answer with the text beside Other. Without it, Other is an ordinary choice. */
    | { kind: 'one' | 'many'; choices: readonly Choice[]; other?: string }
  )

export type ChoiceQuestion = Extract<Question, { kind: 'yes-no' | 'one' | 'many' }>

/** Its answer is kept apart from the others. */
export const NAME = 'full_name'

export const storedQuestions = perSite(() => site().questions.filter(({ name }) => name !== NAME))

export const everyStoredQuestion = perSite(() => site().everyQuestion.filter(({ name }) => name !== NAME))

/** Those that the dashboard and the files show: no archived ones that nobody has answered. */
export const shownQuestions = perSite(() => site().shownQuestions.filter(({ name }) => name !== NAME))

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

/** Further questions whose answers are counted: numbers and dates in bands, see `countedIn`. */
export const countedQuestions = perSite(() => everyStoredQuestion().filter(isFurther).filter(isCounted))

export function isCounted(question: Question): boolean {
  return question.kind !== 'text' && question.kind !== 'link'
}

export function isFurther({ name }: Question): boolean {
  return !Object.hasOwn(NO_COLUMNS, name)
}

export function isShown(name: string): boolean {
  return site().shownQuestions.some((question) => question.name === name)
}

export function isChoiceQuestion(question: Question): question is ChoiceQuestion {
  return question.kind === 'yes-no' || question.kind === 'one' || question.kind === 'many'
}

const yesNo = perSite(() => [
  { value: 'Yes', label: site().form.yes as string },
  { value: 'No', label: site().form.no as string },
])

export type Labelled = Exclude<Choice, string>

export function openChoicesOf(question: ChoiceQuestion): Labelled[] {
  return choicesOf(question).filter(({ archived }) => !archived)
}

export function choicesOf(question: ChoiceQuestion): Labelled[] {
  if (question.kind === 'yes-no') return yesNo()
  return question.choices.map((choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice))
}

export function otherOf(question: Question): string | null {
  return ('other' in question && question.other) || null
}

/** What a filter of this question offers. Of dates, there is no end. */
export function offeredBy(question: Question): Labelled[] {
  if (isChoiceQuestion(question)) return choicesOf(question)
  if (question.kind !== 'number') return []
  return bandsWithin(question.min ?? 0, question.max ?? MOST).map((band) => ({ value: band, label: band }))
}

type Answered = { chosen: readonly string[] | string | null | undefined; other?: string | null | undefined }

export function isOtherMissing({ chosen, other }: Answered): boolean {
  return hasOther(chosen) && !other?.trim()
}

function keptOther({ chosen, other }: Answered): string | null {
  return hasOther(chosen) ? (other ?? null) : null
}

export function hasOther(chosen: Answered['chosen']): boolean {
  return Array.isArray(chosen) ? chosen.includes(OTHER) : chosen === OTHER
}

/** The texts beside Other, and the answers to questions for a text or a link, except the business name. */
export const writtenAnswers = perSite((): readonly string[] => writtenIn(shownQuestions()))

export const everyWrittenAnswer = perSite((): readonly string[] => writtenIn(everyStoredQuestion()))

function writtenIn(questions: readonly Question[]): string[] {
  return questions.flatMap((question) => {
    if (isCounted(question)) return otherOf(question) ?? []
    return question.name === 'business_name' ? [] : [question.name]
  })
}

export type AnswerValue = string | boolean | number | string[]

export type FurtherAnswers = Record<string, AnswerValue> | null

export type Answers = typeof NO_COLUMNS & { further_answers: FurtherAnswers }

export type SentAnswers = Record<string, unknown>

/** Always the same keys in the same order. */
export function toAnswers(sent: SentAnswers): Answers {
  const columns: Record<string, unknown> = { ...NO_COLUMNS }
  const further: Record<string, AnswerValue> = {}
  const keep = (name: string, value: unknown) => {
    if (Object.hasOwn(NO_COLUMNS, name)) columns[name] = value ?? columns[name]
    else if (value !== null && value !== undefined) further[name] = value as AnswerValue
  }
  for (const question of storedQuestions()) {
    keep(question.name, own(sent, question.name))
    const field = otherOf(question)
    if (field) keep(field, keptOther(otherPair(sent, question, field)))
  }
  const further_answers = Object.keys(further).length > 0 ? further : null
  return { ...(columns as typeof NO_COLUMNS), further_answers }
}

export function toSentAnswers({ further_answers, ...columns }: Answers): SentAnswers {
  return { ...columns, ...further_answers }
}

/** A choice is sent with the text beside Other. */
export function correctAnswers(stored: Answers, sent: SentAnswers): Answers {
  return keepUnasked(stored, toAnswers({ ...toSentAnswers(stored), ...sent }))
}

/** Stored answers to questions that are not asked stay. */
export function keepUnasked(stored: Answers, { further_answers, ...columns }: Answers): Answers {
  const asked = new Set(storedQuestions().flatMap((question) => [question.name, otherOf(question)]))
  const { further_answers: further, ...storedColumns } = stored
  const unasked = (answers: object) => Object.entries(answers).filter(([name]) => !asked.has(name))
  const answered = Object.entries(further_answers ?? {}).filter(([, value]) => value !== undefined)
  const all = Object.fromEntries([...unasked(further ?? {}), ...answered])
  return {
    ...columns,
    ...Object.fromEntries(unasked(storedColumns)),
    further_answers: Object.keys(all).length > 0 ? all : null,
  }
}

export function otherPair(sent: SentAnswers, { name }: { name: string }, field: string) {
  return { chosen: own(sent, name) as string[] | string, other: own(sent, field) as string | null | undefined }
}

/** Nobody can type this character. */
const SEPARATOR = '\x1f'

export function toChoiceKey(question: string, choice: string): string {
  return `${question}${SEPARATOR}${choice}`
}

export function fromChoiceKey(key: string): { question: string; choice: string } {
  const [question = '', choice = ''] = key.split(SEPARATOR)
  return { question, choice }
}

export function choiceKeysOf({ further_answers }: { further_answers?: FurtherAnswers | undefined }): string[] {
  if (!further_answers) return []
  return countedQuestions().flatMap((question) =>
    [...new Set(countedIn(question, own(further_answers, question.name)))].map((choice) =>
      toChoiceKey(question.name, choice),
    ),
  )
}

/** The choices; the band of a number, the month of a date. A list is counted already. */
function countedIn({ kind }: Question, answer: AnswerValue | undefined): readonly string[] {
  if (kind === 'number' && typeof answer === 'number') return [bandOf(answer)]
  if (kind === 'date' && typeof answer === 'string') return [answer.slice(0, 'YYYY-MM'.length)]
  return chosenIn(answer)
}

export function answerTo(answers: Partial<Answers>, name: string): AnswerValue | readonly string[] | null {
  if (Object.hasOwn(NO_COLUMNS, name)) return answers[name as keyof typeof NO_COLUMNS] ?? null
  return own(answers.further_answers ?? {}, name) ?? null
}

export function chosenIn(answer: AnswerValue | readonly string[] | null | undefined): readonly string[] {
  if (typeof answer === 'boolean') return [answer ? 'Yes' : 'No']
  if (typeof answer === 'string') return [answer]
  if (typeof answer === 'number') return [String(answer)]
  return answer ?? []
}

/** A choice that is no longer offered is shown as stored. */
export function chosenLabels(answers: Partial<Answers>, question: ChoiceQuestion): string[] {
  const choices = choicesOf(question)
  return chosenIn(answerTo(answers, question.name)).map(
    (chosen) => choices.find(({ value }) => value === chosen)?.label ?? chosen,
  )
}
