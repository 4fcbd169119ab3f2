import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Current } from '../../config/config.ts'
import type { Enqueue } from '../../jobs/enqueue.ts'
import type { Services } from './services.ts'

export type RouteDependencies = {
  pool: pg.Pool
  jobs: { boss: PgBoss; enqueue: Enqueue }
  services: Services
  /** The background work that keeps failing, in sentences for the log and the owner. */
  readFailing: () => string[]
  /** The names of the webhooks that were switched off because they failed or answered 410. */
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
