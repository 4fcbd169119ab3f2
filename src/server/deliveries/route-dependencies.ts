import type pg from 'pg'
import type { Current } from '../config.ts'
import type { Services } from './services.ts'
import type { RunningJobs } from './start-jobs.ts'

export type RouteDependencies = {
  pool: pg.Pool
  jobs: Pick<RunningJobs, 'boss' | 'enqueue'>
  services: Services
  /** What keeps failing beside requests, in sentences for the log and the owner. */
  readFailing: () => string[]
  /** The names of the webhooks that were switched off because they failed. */
  readWebhooksOff: () => Promise<string[]>
  config: Current<
    | 'publicUrl'
    | 'mail'
    | 'mailFrom'
    | 'mailGaps'
    | 'sealed'
    | 'confirmDays'
    | 'mailBudgets'
    | 'invitationDays'
    | 'notionAccess'
    | 'beehiivAccess'
  >
}
