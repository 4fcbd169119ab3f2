import type pg from 'pg'
import { giveUpRemains } from '../deliveries/erasing/remains-queries.ts'
import { dropAddresses } from '../joining/erased-addresses.ts'
import type { LogFailure } from '../log-failures.ts'
import { dropChanges } from '../people/email-changes.ts'
import { type Repeating, startRepeating, together } from '../start-repeating.ts'
import { forgetOld } from './forget-old.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = {
  pool: pg.Pool
  retentionDays: number
  confirmDays: number
  /** Forget what folders that know this one keep for as long. */
  alsoDrop?: ((pool: pg.Pool, days: number) => Promise<void>)[]
  /** Whether the clock has gone steadily for a while: a wrong date must not cost anybody's history. */
  isClockSteady: () => Promise<boolean>
  logFailure: LogFailure
}

/** Deletes data whose time is over, at the start and every hour. */
export function startForgetting({
  pool,
  retentionDays,
  confirmDays,
  alsoDrop = [],
  isClockSteady,
  logFailure,
}: Dependencies): Repeating {
  const hourly = (failure: string, step: (signal: AbortSignal) => Promise<void>) =>
    startRepeating({ step, restMs: HOUR_MS, atOnce: true, failure, logFailure })
  return together([
    hourly('hashes of erased addresses could not be deleted', () => dropAddresses(pool, retentionDays)),
    hourly('addresses that services did not erase could not be deleted', () => giveUpRemains(pool, retentionDays)),
    hourly('changes of email could not be deleted', () => dropChanges(pool, confirmDays)),
    hourly('old history could not be deleted', async (signal) => {
      if (!(await isClockSteady())) return
      await forgetOld({ pool, days: retentionDays, signal })
      for (const drop of alsoDrop) await drop(pool, retentionDays)
    }),
  ])
}
