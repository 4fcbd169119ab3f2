import type pg from 'pg'
import { StartFailure } from '../base/start-failure.ts'
import type { Transaction } from '../db/pool.ts'
import { inBothVoices } from '../config/resolve.ts'
import { complaintAboutZone } from '../db/time-zone.ts'
import { transact } from '../db/transaction.ts'
import { findSlots, giveSlots } from './rows/choices.ts'
import { lockAndReadCounter, setTimeZone } from './rows/counter.ts'
import { listEntries } from './rows/list-entries.ts'
import { lockFollower } from '../events/followers.ts'
import { FOLLOWER } from './log/unread.ts'
import { findUnlisted, isAllListed } from './queries.ts'
import { recountRollups } from './rows/rollups.ts'

const BATCH = 5_000

/** Brings the data behind the dashboard in line with the code and its settings. Throws a StartFailure if PostgreSQL does not know the time zone. */
export function prepareList(client: pg.ClientBase, { timeZone }: { timeZone: string }): Promise<void> {
  return transact(client, (tx) => prepareListWithin(tx, { timeZone }))
}

export async function prepareListWithin(tx: Transaction, { timeZone }: { timeZone: string }): Promise<void> {
  const { time_zone } = await lockAndReadCounter(tx)
  await lockFollower(tx, FOLLOWER, { waits: true })
  await giveSlots(tx, await findSlots(tx))
  if (time_zone !== timeZone) {
    const complaint = await complaintAboutZone(tx, timeZone)
    if (complaint !== null) throw new StartFailure(inBothVoices('TIME_ZONE', complaint).sentence)
    await setTimeZone(tx, timeZone)
  }
  if (!(await isAllListed(tx))) await listRemaining(tx)
  if (time_zone !== timeZone) await recountRollups(tx)
}

async function listRemaining(tx: Transaction): Promise<void> {
  for (;;) {
    const ids = await findUnlisted(tx, BATCH)
    if (ids.length === 0) return
    await listEntries(tx, ids)
  }
}
