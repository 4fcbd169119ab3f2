import { bandOf } from './bands.ts'
import {
  type ChoiceQuestion,
  choicesOf,
  countedQuestions,
  keptOther,
  NO_COLUMNS,
  otherOf,
  type Question,
  storedQuestions,
} from './questions.ts'
import { own } from '../values/own.ts'

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
