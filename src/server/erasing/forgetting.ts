import type pg from 'pg'
import type { Current } from '../config/config.ts'
import { dropAsked } from '../deliveries/mail/ask-for-links.ts'
import { dropOldBudgets } from '../deliveries/mail/budgets.ts'
import { giveUpRemains } from '../deliveries/services/remains-queries.ts'
import { dropAddresses } from '../people/addresses/erased-addresses.ts'
import { dropChanges } from '../people/addresses/email-changes.ts'
import type { Task } from '../db/tasks.ts'
import { forgetOld } from './forget-old.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = {
  pool: pg.Pool
  config: Current<'retentionDays' | 'confirmDays'>
  alsoDrop?: ((pool: pg.Pool, days: number) => Promise<void>)[]
  /** With a wrong date, history would be deleted too early. */
  isClockSteady: () => Promise<boolean>
}

export function forgetting({ pool, config, alsoDrop = [], isClockSteady }: Dependencies): Task[] {
  const hourly = (what: string, run: Task['run']): Task => {
    return { name: `delete ${what}`, everyMs: HOUR_MS, failure: `${what} could not be deleted`, run }
  }
  return [
    hourly('hashes of erased addresses', () => dropAddresses(pool, config().retentionDays)),
    hourly('addresses that services did not erase', () => giveUpRemains(pool, config().retentionDays)),
    hourly('old counts of mails', () => dropOldBudgets(pool)),
    hourly('old requests for links', () => dropAsked(pool)),
    hourly('changes of email', () => dropChanges(pool, config().confirmDays)),
    hourly('old history', async (signal) => {
      if (!(await isClockSteady())) return
      const { retentionDays: days } = config()
      await forgetOld({ pool, days, signal })
      for (const drop of alsoDrop) await drop(pool, days)
    }),
  ]
}
