import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import { type Service, SERVICES } from '#shared/owner/integrations.ts'
import { inTransaction } from '../db/transaction.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { asDb } from '../jobs/enqueue.ts'
import { dropAsked } from './mail/ask-for-links.ts'
import { dropOldBudgets } from './mail/budgets.ts'
import { adoptWaitingNames, queueNames } from './names-in-jobs.ts'
import { requeueForgotten } from './outbox/requeue.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = { boss: PgBoss; pool: pg.Pool; services: () => Service[]; logFailure: LogFailure }

/**
 * Restores deliveries whose jobs the queue has lost, deletes old counts of mails and old requests for links, and stores
 * names from jobs, at the start and every hour.
 */
export function startHealing({ boss, pool, services, logFailure }: Dependencies): Repeating {
  const hourly = (failure: string, step: () => Promise<void>) =>
    startRepeating({ step, restMs: HOUR_MS, atOnce: true, failure, logFailure })
  return together([
    hourly('old counts of mails could not be deleted', () => dropOldBudgets(pool)),
    hourly('old requests for links could not be deleted', () => dropAsked(pool)),
    hourly('names in jobs of the previous version could not be stored', () => adoptWaitingNames(pool)),
    ...SERVICES.map((service) =>
      hourly(`lost jobs of ${service} could not be restored`, async () => {
        if (!services().includes(service)) return
        await inTransaction(pool, async (tx) => {
          if (service === 'notion') await queueNames(tx)
          await requeueForgotten(boss, asDb(tx), service)
        })
      }),
    ),
  ])
}
