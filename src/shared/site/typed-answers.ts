import { isStorable, MAX_LENGTH } from '../values/text.ts'
import type { Question } from './questions.ts'

export type TypedQuestion = Extract<Question, { kind: 'text' | 'number' | 'date' | 'link' }>

export function isTypedQuestion(question: Question): question is TypedQuestion {
  return ['text', 'number', 'date', 'link'].includes(question.kind)
}

/** Without its own bounds. */
export const MOST = 1_000_000_000

/** What somebody typed, as it is sent and stored. What cannot be read stays as it is, and `problemOf` says why. */
export function readTyped({ kind }: TypedQuestion, typed: string): string | number {
  const text = typed.trim()
  if (kind === 'number') return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === 'link' && text !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(text)) return `https://${text}`
  return text
}

/** The end of a sentence about an answer that is there; null if nothing is wrong with it. */
export function problemOf(question: TypedQuestion, answer: unknown): string | null {
  if (question.kind === 'number') return numberProblem(question, answer)
  if (question.kind === 'date') return isDate(answer) ? null : 'must be a date like 2026-06-30'
  if (question.kind === 'link') return isLink(answer) ? null : 'must be an address that begins with https://'
  return null
}

function numberProblem({ min = -MOST, max = MOST }: { min?: number; max?: number }, answer: unknown): string | null {
  if (!Number.isInteger(answer)) return 'must be a whole number'
  if ((answer as number) < min) return `must be ${min} or more`
  return (answer as number) > max ? `must be ${max} or less` : null
}

export function isDate(answer: unknown): boolean {
  const day = typeof answer === 'string' && /^[12]\d{3}-\d\d-\d\d$/.test(answer) ? Date.parse(answer) : Number.NaN
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(String(answer))
}

function isLink(answer: unknown): boolean {
  if (typeof answer !== 'string' || answer.length > MAX_LENGTH.freeText || !isStorable(answer)) return false
  if (!/^https:\/\/[^\s"<>\\]+$/i.test(answer) || !URL.canParse(answer)) return false
  const { hostname, username, password } = new URL(answer)
  return hostname.includes('.') && username === '' && password === ''
}
