import type { RuleInForce } from '#shared/joining/referral-rule.ts'

/** What the server knows of this visitor, of whom the kept pages know nothing. */
export type StartData = { rule?: RuleInForce; origin?: string }

let drawn: StartData = {}

/** On the server, before it draws a page. */
export function setStartData(data: StartData) {
  drawn = data
}

export function startData(): StartData {
  const written = typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.start
  return written ? (JSON.parse(written) as StartData) : drawn
}
