import type pg from 'pg'
import { type ErasingChannel, SERVICE_OF } from '#shared/owner/integrations.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeJobs } from '../../jobs/enqueue.ts'
import type { Delivery, TakeTurn } from '../outbox/delivery.ts'
import { hideAddresses } from './hide-addresses.ts'
import { dropRemains, readRemains, type Trace } from '../outbox/remains-queries.ts'

/** Erases all data that the service may have about a person. It is idempotent, and takes a turn before each call. */
type Erase = (trace: Trace, takeTurn: TakeTurn, entryId: string) => Promise<void>

/**
 * The delivery that erases people from a service, and then forgets the address by which it found them. The service's
 * error messages may quote the address, so they are stored without it.
 */
export function createEraseRemains<Name extends ErasingChannel>(
  pool: pg.Pool,
  channel: Name,
  erase: Erase,
): Delivery<Name> {
  return {
    service: SERVICE_OF[channel],
    async deliver({ entry_id }, _claim, takeTurn) {
      const which = { entryId: entry_id, channel }
      const remains = await readRemains(pool, which)
      if (!remains) return { state: 'unchanged' }
      const traces = [remains, ...remains.earlier]
      try {
        for (const trace of traces) await erase(trace, takeTurn, entry_id)
      } catch (error) {
        if (error instanceof Error)
          error.message = hideAddresses(
            error.message,
            traces.map(({ email }) => email),
          )
        throw error
      }
      await inTransaction(pool, async (tx) => {
        await dropRemains(tx, which)
        await writeJobs(tx, 'forget-statistics', [{}])
      })
      return { state: 'done' }
    },
  }
}
