import type { CreditLater } from '../waitlist/credit-later.ts'
import type { Handlers } from './start-jobs.ts'

type Dependencies = { creditLater: CreditLater }

/** What each job does that stays inside. */
export function createHandlers({ creditLater }: Dependencies): Handlers {
  return { 'credit-referrer': creditLater }
}
