import type { Question } from '../site/questions.ts'
import { site } from '../site/site.ts'
import { fill } from '../values/language.ts'
import { own } from '../values/own.ts'

/** In the language of the page. Null for errors that visitors do not meet. `retryAfter`: in seconds. */
export function toldOf(code: string, retryAfter = 0): string | null {
  const { later, ...errors } = site().errors
  if (code === 'rate-limited' && isLong(retryAfter)) return fill(later, { minutes: Math.ceil(retryAfter / 60) })
  return own<string>(errors, code) ?? null
}

export function isLong(seconds: number): boolean {
  return seconds >= 90
}

export function faultOf({ kind }: Pick<Question, 'kind'>): string {
  const { faults } = site().form
  return own<string>(faults, kind) ?? faults.usual
}
