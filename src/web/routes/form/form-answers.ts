import { choicesOf, isOtherMissing, openChoicesOf, OTHER, otherOf, type Question } from '#shared/site/questions.ts'
import { isDate, isTypedQuestion, problemOf, readTyped } from '#shared/site/typed-answers.ts'
import { perSite, site } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'

/** Null or empty: not answered yet. */
export type FormAnswers = Record<string, FormAnswer>
type FormAnswer = string | boolean | number | string[] | null

const UNANSWERED = {
  text: '',
  number: '',
  date: '',
  link: '',
  'yes-no': null,
  one: null,
  many: [],
} as const satisfies Record<Question['kind'], unknown>

export const noAnswers = perSite((): FormAnswers =>
  Object.fromEntries(
    site().questions.flatMap((question) => {
      const other = otherOf(question)
      const own: [string, FormAnswer] = [question.name, UNANSWERED[question.kind] as FormAnswer]
      return other ? [own, [other, '']] : [own]
    }),
  ),
)

export function typedIn(answers: FormAnswers, name: string | null): string {
  const typed = name === null ? '' : own(answers, name)
  return typeof typed === 'string' || typeof typed === 'number' ? String(typed) : ''
}

export function chosenOf(answers: FormAnswers, name: string): string[] {
  const answer = own(answers, name)
  if (Array.isArray(answer)) return answer
  return typeof answer === 'string' ? [answer] : []
}

/** Blank text is no answer, `false` is one, and people who choose Other must describe it. */
export function isAnswered(question: Question, answers: FormAnswers): boolean {
  if (question.optional && isLeftOut(question, answers)) return true
  if (isTypedQuestion(question)) return typedIn(answers, question.name).trim() !== ''
  if (question.kind === 'yes-no') return own(answers, question.name) !== null
  const chosen = chosenOf(answers, question.name)
  const other = otherOf(question)
  return chosen.length > 0 && !(other && isOtherMissing({ chosen, other: typedIn(answers, other) }))
}

export function sentAnswers(answers: FormAnswers): FormAnswers {
  return { ...answers, ...Object.fromEntries(site().questions.map((one) => [one.name, sentAnswer(one, answers)])) }
}

export function sentAnswer(question: Question, answers: FormAnswers): FormAnswer {
  if (question.optional && isLeftOut(question, answers)) return null
  if (isTypedQuestion(question)) return readTyped(question, typedIn(answers, question.name))
  return own(answers, question.name) ?? null
}

/** What is wrong with an answer that is there, as the end of a sentence. */
export function problemIn(question: Question, answers: FormAnswers): string | null {
  const answer = sentAnswer(question, answers)
  return answer !== null && isTypedQuestion(question) ? problemOf(question, answer) : null
}

function isLeftOut({ name }: Question, answers: FormAnswers): boolean {
  const answer = own(answers, name)
  if (typeof answer === 'string') return answer.trim() === ''
  return answer === null || answer === undefined || (typeof answer === 'object' && answer.length === 0)
}

/** A form without questions has one step, too. */
export function stepCount(): number {
  return Math.max(site().questions.length, 1)
}

export function furthestStep(answers: FormAnswers): number {
  const open = site().questions.findIndex((one) => !isAnswered(one, answers) || problemIn(one, answers) !== null)
  return open < 0 ? stepCount() - 1 : open
}

/** The others count as not answered, because the questions may have changed. */
export function restoredAnswers(stored: Record<string, unknown>): FormAnswers {
  const restored = { ...noAnswers() }
  for (const question of site().questions) {
    const answer = fittingAnswer(question, own(stored, question.name))
    if (answer !== undefined) restored[question.name] = answer
    const other = otherOf(question)
    const text = other && own(stored, other)
    if (other) restored[other] = typeof text === 'string' ? text : ''
  }
  return restored
}

function fittingAnswer(question: Question, answer: unknown): FormAnswer | undefined {
  if (isTypedQuestion(question)) return typeof answer === 'string' ? answer : undefined
  if (question.kind === 'yes-no') return typeof answer === 'boolean' ? answer : undefined
  const values = openChoicesOf(question).map(({ value }) => value)
  if (question.kind === 'one') return values.find((value) => value === answer)
  return Array.isArray(answer) ? answer.filter((value) => values.includes(value)) : undefined
}

/** The answer in the words of the form, one line for each choice. */
export function linesOf(question: Question, answers: FormAnswers): string[] {
  if (question.kind === 'date') return [typedIn(answers, question.name)].filter(Boolean).map(dateInWords)
  if (isTypedQuestion(question)) return [typedIn(answers, question.name)].filter(Boolean)
  const answer = own(answers, question.name)
  const chosen =
    typeof answer === 'boolean' ? [answer ? site().form.yes : site().form.no] : chosenOf(answers, question.name)
  const choices = choicesOf(question)
  const other = typedIn(answers, otherOf(question))
  return chosen.map((value) =>
    value === OTHER && other ? other : (choices.find((choice) => choice.value === value)?.label ?? value),
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function dateInWords(date: string): string {
  return isDate(date) ? DATE.format(new Date(date)) : date
}
