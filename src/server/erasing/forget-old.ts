import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { forgetMessages, lockOldMessages } from '../contact/forget-messages.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetMessageDeliveries } from '../deliveries/erasing/forget-deliveries.ts'
import { dropRevisions, dropSubmissions } from '../joining/stored/drop-old.ts'

/** The most rows in one transaction. Transactions are short and a pause follows each, so that visitors do not wait. */
const SLICE = 1_000
const REST_MS = 50

type Asked = { pool: pg.Pool; days: number; signal?: AbortSignal }

/** Deletes the messages, submissions and earlier answers that are older than this many days. */
export async function forgetOld({ pool, days, signal }: Asked): Promise<void> {
  for (const drop of [dropSubmissions, dropRevisions, dropMessages]) {
    let after: string | null = FIRST
    while (after !== null && !signal?.aborted) {
      after = await drop(pool, { days, after, limit: SLICE })
      await sleep(REST_MS)
    }
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/** A message that is being mailed right now is deleted by the next run, an hour later. */
function dropMessages(pool: pg.Pool, slice: { days: number; after: string; limit: number }): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const ids = await lockOldMessages(tx, slice)
    await forgetMessages(tx, await forgetMessageDeliveries(tx, ids))
    return ids.at(-1) ?? null
  })
}
