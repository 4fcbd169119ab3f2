import type pg from 'pg'
import { type ErasingChannel, SERVICE_OF } from '#shared/owner/integrations.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Delivery, TakeTurn } from '../../outbox/channel.ts'
import { forgetStatisticsSoon } from '../../outbox/rows.ts'
import { hideAddresses } from './hide-addresses.ts'
import { dropRemains, readRemains, type Trace } from '../services/remains-queries.ts'

/** Erases all data that the service may have about a person. It is idempotent, and takes a turn before each call. */
type Erase = (trace: Trace, takeTurn: TakeTurn, entryId: string) => Promise<void>

/** The service's error messages may quote the address, so they are stored without it. */
export function createEraseRemains(pool: pg.Pool, channel: ErasingChannel, erase: Erase): Delivery {
  return {
    service: SERVICE_OF[channel],
    async deliver({ subject: entry_id }, takeTurn) {
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
        await forgetStatisticsSoon(tx)
      })
      return { state: 'done' }
    },
  }
}
