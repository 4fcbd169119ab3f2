import type pg from 'pg'
import type { Current } from '../config/config.ts'
import { giveUpRemains } from '../deliveries/outbox/remains-queries.ts'
import { dropAddresses } from '../people/addresses/erased-addresses.ts'
import type { LogFailure } from '../base/log-failures.ts'
import { dropChanges } from '../people/addresses/email-changes.ts'
import { type Repeating, startRepeating, together } from '../base/start-repeating.ts'
import { forgetOld } from './forget-old.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = {
  pool: pg.Pool
  config: Current<'retentionDays' | 'confirmDays'>
  /** Functions of features that import this folder. They delete data with the same retention time. */
  alsoDrop?: ((pool: pg.Pool, days: number) => Promise<void>)[]
  /** Whether the clock has run steadily for a while: with a wrong date, history would be deleted too early. */
  isClockSteady: () => Promise<boolean>
  logFailure: LogFailure
}

/** Deletes data whose retention time is over, at the start and every hour. */
export function startForgetting({ pool, config, alsoDrop = [], isClockSteady, logFailure }: Dependencies): Repeating {
  const hourly = (failure: string, step: (signal: AbortSignal) => Promise<void>) =>
    startRepeating({ step, restMs: HOUR_MS, atOnce: true, failure, logFailure })
  return together([
    hourly('hashes of erased addresses could not be deleted', () => dropAddresses(pool, config().retentionDays)),
    hourly('addresses that services did not erase could not be deleted', () =>
      giveUpRemains(pool, config().retentionDays),
    ),
    hourly('changes of email could not be deleted', () => dropChanges(pool, config().confirmDays)),
    hourly('old history could not be deleted', async (signal) => {
      if (!(await isClockSteady())) return
      const { retentionDays: days } = config()
      await forgetOld({ pool, days, signal })
      for (const drop of alsoDrop) await drop(pool, days)
    }),
  ])
}
