import type { CreditLater } from '../ledger/credit-later.ts'
import type { RunSync } from './sync/run-sync.ts'
import type { Handlers } from './start-jobs.ts'

type Dependencies = { creditLater: CreditLater; runSync: RunSync }

/** The handlers of the jobs that belong to no channel. */
export function createHandlers({ creditLater, runSync }: Dependencies): Handlers {
  return { 'credit-referrer': creditLater, 'run-sync': ([run], signal) => runSync(run!, signal) }
}
