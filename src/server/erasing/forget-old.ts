import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { forgetMessages, lockOldMessages } from '../contact/forget-messages.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetMessageDeliveries } from '../deliveries/erasing/forget-deliveries.ts'
import { dropNames, dropRevisions, dropSubmissions } from '../joining/stored/drop-old.ts'

/** The most rows in one transaction. Transactions are short and a pause follows each, so that visitors do not wait. */
const SLICE = 1_000
const REST_MS = 50

type Asked = { pool: pg.Pool; days: number; signal?: AbortSignal }

/** The most days for which a full name waits for Notion. The privacy page promises this. */
const NAME_DAYS = 30

/**
 * Deletes the messages, submissions and earlier answers that are older than this many days, and names that Notion did
 * not get within 30 days.
 */
export async function forgetOld({ pool, days, signal }: Asked): Promise<void> {
  for (const [drop, most] of KINDS) {
    let after: string | null = FIRST
    while (after !== null && !signal?.aborted) {
      after = await drop(pool, { days: Math.min(days, most), after, limit: SLICE })
      await sleep(REST_MS)
    }
  }
}

type Drop = (pool: pg.Pool, slice: { days: number; after: string; limit: number }) => Promise<string | null>
const KINDS: [Drop, number][] = [
  [dropSubmissions, Infinity],
  [dropRevisions, Infinity],
  [dropMessages, Infinity],
  [dropNames, NAME_DAYS],
]

const FIRST = '00000000-0000-0000-0000-000000000000'

/** A message that is being mailed right now is deleted by the next run, an hour later. */
function dropMessages(pool: pg.Pool, slice: { days: number; after: string; limit: number }): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const ids = await lockOldMessages(tx, slice)
    await forgetMessages(tx, await forgetMessageDeliveries(tx, ids))
    return ids.at(-1) ?? null
  })
}
