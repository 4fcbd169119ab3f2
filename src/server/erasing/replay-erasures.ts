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
/** How long people wait who are busy, because another server delivers something to them, in milliseconds. */
const PATIENCE = 60_000
const PAUSE = 1_000

/**
 * Erases again whom a restored backup brought back, and adds to the journal whom another server erased. Call this before
 * anybody is served and anything is delivered.
 */
export async function replayErasures({ pool, journal, eraseEntries, report }: Dependencies): Promise<void> {
  const [journalled, erased] = await Promise.all([journal.read(), readErasedIds(pool)])
  await journal.append([...erased.difference(journalled)]).catch((error: Error) => report(error.message))
  const { again, busy } = await eraseAgain([...journalled.difference(erased)])
  if (again > 0) report(`erased again ${again} people whom a restored backup had brought back`)
  if (busy > 0) report(`${busy} people could not be erased again yet: start the server once more`)

  async function eraseAgain(ids: string[]): Promise<{ again: number; busy: number }> {
    let again = 0
    const end = Date.now() + PATIENCE
    for (let waiting = ids; ; await sleep(PAUSE)) {
      const busy: string[] = []
      while (waiting.length > 0) {
        const slice = waiting.splice(0, SLICE)
        const outcome = await inTransaction(pool, async (tx) => {
          await lockCounter(tx)
          const outcome = await eraseEntries(tx, slice, { isReplay: true })
          await advanceCounter(tx, { entries: 0, updates: outcome.erased.length })
          return outcome
        })
        again += outcome.erased.length
        busy.push(...outcome.busy)
      }
      if (busy.length === 0 || Date.now() > end) return { again, busy: busy.length }
      waiting = busy
    }
  }
}
