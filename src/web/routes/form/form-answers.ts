import { choicesOf, isOtherMissing, openChoicesOf, otherOf } from '#shared/site/questions.ts'
import { OTHER, type Question } from '#shared/site/question.ts'
import { perSite, site } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'

/** Null or empty: not answered yet. */
export type FormAnswers = Record<string, FormAnswer>
type FormAnswer = string | boolean | string[] | null

const UNANSWERED = { text: '', 'yes-no': null, one: null, many: [] } as const satisfies Record<
  Question['kind'],
  unknown
>

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
  return typeof typed === 'string' ? typed : ''
}

export function chosenOf(answers: FormAnswers, name: string): string[] {
  const answer = own(answers, name)
  if (Array.isArray(answer)) return answer
  return typeof answer === 'string' ? [answer] : []
}

/** Blank text is no answer, `false` is one, and people who choose Other must describe it. */
export function isAnswered(question: Question, answers: FormAnswers): boolean {
  if (question.optional && isLeftOut(question, answers)) return true
  if (question.kind === 'text') return typedIn(answers, question.name).trim() !== ''
  if (question.kind === 'yes-no') return own(answers, question.name) !== null
  const chosen = chosenOf(answers, question.name)
  const other = otherOf(question)
  return chosen.length > 0 && !(other && isOtherMissing({ chosen, other: typedIn(answers, other) }))
}

export function sentAnswers(answers: FormAnswers): FormAnswers {
  const leftOut = site().questions.filter((question) => question.optional && isLeftOut(question, answers))
  return { ...answers, ...Object.fromEntries(leftOut.map(({ name }) => [name, null])) }
}

function isLeftOut({ name }: Question, answers: FormAnswers): boolean {
  const answer = own(answers, name)
  return answer === null || answer === undefined || (typeof answer === 'object' ? answer.length === 0 : answer === '')
}

export function furthestStep(answers: FormAnswers): number {
  const unanswered = site().questions.findIndex((question) => !isAnswered(question, answers))
  return unanswered < 0 ? site().questions.length - 1 : unanswered
}

/** The others count as not answered, because the questions may have changed. */
export function restoredAnswers(stored: Record<string, unknown>): FormAnswers {
  const restored = { ...noAnswers() }
  for (const question of site().questions) {
    const answer = fittingAnswer(question, own(stored, question.name))
    if (answer !== undefined) restored[question.name] = answer
    const other = otherOf(question)
    if (other) restored[other] = typedIn(stored as FormAnswers, other)
  }
  return restored
}

function fittingAnswer(question: Question, answer: unknown): FormAnswer | undefined {
  if (question.kind === 'text') return typeof answer === 'string' ? answer : undefined
  if (question.kind === 'yes-no') return typeof answer === 'boolean' ? answer : undefined
  const values = openChoicesOf(question).map(({ value }) => value)
  if (question.kind === 'one') return values.find((value) => value === answer)
  return Array.isArray(answer) ? answer.filter((value) => values.includes(value)) : undefined
}

/** The answer in the words of the form, one line for each choice. */
export function linesOf(question: Question, answers: FormAnswers): string[] {
  if (question.kind === 'text') return [typedIn(answers, question.name)].filter(Boolean)
  const answer = own(answers, question.name)
  const chosen = typeof answer === 'boolean' ? [answer ? 'Yes' : 'No'] : chosenOf(answers, question.name)
  const choices = choicesOf(question)
  const other = typedIn(answers, otherOf(question))
  return chosen.map((value) =>
    value === OTHER && other ? other : (choices.find((choice) => choice.value === value)?.label ?? value),
  )
}
