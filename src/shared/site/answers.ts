import {
  type ChoiceQuestion,
  choicesOf,
  furtherChoiceQuestions,
  keptOther,
  NO_COLUMNS,
  otherOf,
  storedQuestions,
} from './questions.ts'
import { own } from '../values/own.ts'

export type AnswerValue = string | boolean | string[]

export type FurtherAnswers = Record<string, AnswerValue> | null

export type Answers = typeof NO_COLUMNS & { further_answers: FurtherAnswers }

export type SentAnswers = Record<string, unknown>

/** Always the same keys in the same order. */
export function toAnswers(sent: SentAnswers): Answers {
  const columns: Record<string, unknown> = { ...NO_COLUMNS }
  const further: Record<string, AnswerValue> = {}
  const keep = (name: string, value: unknown) => {
    if (Object.hasOwn(NO_COLUMNS, name)) columns[name] = value
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

/** A choice is sent with the text beside Other. Answers to questions that are no longer asked stay. */
export function correctAnswers(stored: Answers, sent: SentAnswers): Answers {
  const { further_answers, ...columns } = toAnswers({ ...toSentAnswers(stored), ...sent })
  const asked = new Set(storedQuestions().flatMap((question) => [question.name, otherOf(question)]))
  const kept = Object.entries(stored.further_answers ?? {}).filter(([name]) => !asked.has(name))
  const answered = Object.entries(further_answers ?? {}).filter(([, value]) => value !== undefined)
  const further = Object.fromEntries([...kept, ...answered])
  return { ...columns, further_answers: Object.keys(further).length > 0 ? further : null }
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
  return furtherChoiceQuestions().flatMap(({ name }) =>
    [...new Set(chosenIn(own(further_answers, name)))].map((choice) => toChoiceKey(name, choice)),
  )
}

export function answerTo(answers: Partial<Answers>, name: string): AnswerValue | readonly string[] | null {
  if (Object.hasOwn(NO_COLUMNS, name)) return answers[name as keyof typeof NO_COLUMNS] ?? null
  return own(answers.further_answers ?? {}, name) ?? null
}

export function chosenIn(answer: AnswerValue | readonly string[] | null | undefined): readonly string[] {
  if (typeof answer === 'boolean') return [answer ? 'Yes' : 'No']
  if (typeof answer === 'string') return [answer]
  return answer ?? []
}

/** A choice that is no longer offered is shown as stored. */
export function chosenLabels(answers: Partial<Answers>, question: ChoiceQuestion): string[] {
  const choices = choicesOf(question)
  return chosenIn(answerTo(answers, question.name)).map(
    (chosen) => choices.find(({ value }) => value === chosen)?.label ?? chosen,
  )
}
