import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { lockRequests } from '../joining/requests.ts'
import { advanceCounter, lockAndReadCounter } from '../listing/rows/counter.ts'
import type { EraseEntries } from './erase-entries.ts'
import type { EraseRequests } from './erase-requests.ts'
import type { Journal } from './journal.ts'
import { readErasedIds } from './queries.ts'

type RecordErased = (tx: Transaction, change: { ids: string[]; applied: number }) => Promise<void>

type Dependencies = {
  pool: pg.Pool
  journal: Journal
  eraseEntries: EraseEntries
  eraseRequests: EraseRequests
  recordErased: RecordErased
  report: (sentence: string) => void
}

const SLICE = 200
const PATIENCE_MS = 60_000
const PAUSE_MS = 1_000

/** Call this before the server answers requests or delivers anything. */
export async function replayErasures({
  pool,
  journal,
  eraseEntries,
  eraseRequests,
  recordErased,
  report,
}: Dependencies): Promise<void> {
  const [journalled, erased] = await Promise.all([journal.read(), readErasedIds(pool)])
  await journal.append([...erased.difference(journalled)]).catch((error: Error) => report(error.message))
  const { again, busy } = await eraseAgain([...journalled.difference(erased)], eraseSlice)
  if (again > 0) report(`erased again ${again} people whom a restored backup had brought back`)
  if (busy > 0) report(`${busy} people could not be erased again yet: start the server once more`)

  function eraseSlice(ids: string[]): Promise<Erased> {
    return inTransaction(pool, async (tx) => {
      const { updates } = await lockAndReadCounter(tx)
      await eraseRequests(tx, [...ids, ...(await lockRequests(tx, ids))])
      const outcome = await eraseEntries(tx, ids, { isReplay: true })
      await recordErased(tx, { ids: outcome.erased, applied: updates + 1 })
      await advanceCounter(tx, { entries: 0, updates: outcome.erased.length })
      return outcome
    })
  }
}

type Erased = Awaited<ReturnType<EraseEntries>>

async function eraseAgain(
  ids: string[],
  eraseSlice: (ids: string[]) => Promise<Erased>,
): Promise<{ again: number; busy: number }> {
  const end = Date.now() + PATIENCE_MS
  let again = 0
  let waiting = ids
  for (;;) {
    const busy: string[] = []
    for (let start = 0; start < waiting.length; start += SLICE) {
      const outcome = await eraseSlice(waiting.slice(start, start + SLICE))
      again += outcome.erased.length
      busy.push(...outcome.busy)
    }
    if (busy.length === 0 || Date.now() > end) return { again, busy: busy.length }
    waiting = busy
    await sleep(PAUSE_MS)
  }
}
