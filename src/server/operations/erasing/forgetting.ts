import type { Current } from '../../base/config/config.ts'
import { dropAsked } from '../../deliveries/mail/ask-for-links.ts'
import { dropOldBudgets } from '../../deliveries/mail/budgets.ts'
import { giveUpRemains } from '../../deliveries/services/remains-queries.ts'
import { dropAddresses } from '../../people/addresses/erased-addresses.ts'
import { dropChanges } from '../../people/addresses/email-changes.ts'
import type { Task } from '../../db/tasks.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetMessages, lockOldMessages } from '../../pages/messages.ts'
import { forgetMessageDeliveries } from '../../deliveries/erasing/forget-deliveries.ts'
import { dropRevisions } from '../../joining/change-entry.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

const HOUR_MS = 60 * 60_000

type Dependencies = {
  pool: Pool
  config: Current<'retentionDays' | 'confirmDays'>
  alsoDrop?: ((pool: Pool, days: number) => Promise<void>)[]
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

/** Rows in a transaction. A pause follows each, so that visitors do not wait. */
const SLICE = 1_000
const REST_MS = 50

type Asked = { pool: Pool; days: number; signal?: AbortSignal }

export async function forgetOld({ pool, days, signal }: Asked): Promise<void> {
  for (const drop of [dropRevisions, dropMessages]) {
    let after: string | null = FIRST
    while (after !== null && !signal?.aborted) {
      after = await drop(pool, { days, after, limit: SLICE })
      await sleep(REST_MS)
    }
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000'

function dropMessages(pool: Pool, slice: { days: number; after: string; limit: number }): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const ids = await lockOldMessages(tx, slice)
    await forgetMessages(tx, await forgetMessageDeliveries(tx, ids))
    return ids.at(-1) ?? null
  })
}
