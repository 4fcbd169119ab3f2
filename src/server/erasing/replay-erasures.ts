import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { advanceCounter, lockCounter } from '../listing/counter.ts'
import type { EraseEntries } from './erase-entries.ts'
import type { Journal } from './journal.ts'
import { readErasedIds } from './queries.ts'

type Dependencies = {
  pool: pg.Pool
  journal: Journal
  eraseEntries: EraseEntries
  report: (sentence: string) => void
}

const SLICE = 200
/** The longest wait for people about whom another server is delivering something. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 1_000

/**
 * Erases people again whom a restored backup brought back, and adds people whom another server erased to the journal.
 * Call this before anybody is served and anything is delivered.
 */
export async function replayErasures({ pool, journal, eraseEntries, report }: Dependencies): Promise<void> {
  const [journalled, erased] = await Promise.all([journal.read(), readErasedIds(pool)])
  await journal.append([...erased.difference(journalled)]).catch((error: Error) => report(error.message))
  const { again, busy } = await eraseAgain([...journalled.difference(erased)])
  if (again > 0) report(`erased again ${again} people whom a restored backup had brought back`)
  if (busy > 0) report(`${busy} people could not be erased again yet: start the server once more`)

  async function eraseAgain(ids: string[]): Promise<{ again: number; busy: number }> {
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

  function eraseSlice(ids: string[]) {
    return inTransaction(pool, async (tx) => {
      await lockCounter(tx)
      const outcome = await eraseEntries(tx, ids, { isReplay: true })
      await advanceCounter(tx, { entries: 0, updates: outcome.erased.length })
      return outcome
    })
  }
}
