import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Service } from '#shared/integrations.ts'
import { inTransaction } from '../db/transaction.ts'
import { asDb } from '../jobs/enqueue.ts'
import { dropAsked } from './mail/ask-for-links.ts'
import { dropOldBudgets } from './mail/budgets.ts'
import { requeueForgotten } from './requeue.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = { boss: PgBoss; pool: pg.Pool; services: Service[]; onError: (error: Error) => void }

/** Restores deliveries whose jobs the queue has lost, and drops old counts of mails, at the start and every hour. */
export function startHealing({ boss, pool, services, onError }: Dependencies): { stop: () => Promise<void> } {
  let running = heal()
  const timer = setInterval(() => (running = heal()), HOUR_MS)

  async function heal() {
    await dropOldBudgets(pool).catch(onError)
    await dropAsked(pool).catch(onError)
    for (const service of services) {
      await inTransaction(pool, (tx) => requeueForgotten(boss, asDb(tx), service)).catch(onError)
    }
  }

  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
