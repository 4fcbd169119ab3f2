import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { forgetMessages, lockOldMessages } from '../contact/forget-messages.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetMessageDeliveries } from '../deliveries/erasing/forget-deliveries.ts'
import { dropRevisions } from '../joining/forget-entries.ts'

/** Rows in a transaction. A pause follows each, so that visitors do not wait. */
const SLICE = 1_000
const REST_MS = 50

type Asked = { pool: pg.Pool; days: number; signal?: AbortSignal }

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

function dropMessages(pool: pg.Pool, slice: { days: number; after: string; limit: number }): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const ids = await lockOldMessages(tx, slice)
    await forgetMessages(tx, await forgetMessageDeliveries(tx, ids))
    return ids.at(-1) ?? null
  })
}
