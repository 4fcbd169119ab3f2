import { setTimeout as sleep } from 'node:timers/promises'
import { lockRequests } from '../../joining/requests.ts'
import { countUpdates, lockAndReadCounter } from '../../listing/rows/counter.ts'
import { type EraseEntries, type EraseRequests, readErasedIds } from './erase-entries.ts'
import { createJournal, type Journal, journalIn, readJournal } from './journal.ts'
import { basename, dirname, resolve } from 'node:path'
import { makeFolder } from '../../db/data-directory.ts'
import { findLiving } from '../../people/addresses/email-keys.ts'
import { inTransaction, type Pool, type Transaction } from '../../db/query.ts'

type RecordErased = (tx: Transaction, change: { ids: string[]; applied: number }) => Promise<void>

type Dependencies = {
  pool: Pool
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
      await countUpdates(tx, outcome.erased.length)
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

const BACKUPS = 'backups'

/**
 * Adds the erasures since a backup to the journal, so that the next start erases these people again. Call it at the
 * end of the transaction that restores the backup.
 */
export async function bringErasures(
  tx: Transaction,
  { backup, dataDir }: { backup: string; dataDir: string },
): Promise<string> {
  const own = journalIn(resolve(dataDir))
  const beside = journalIn(dirname(resolve(backup)))
  const folder = dirname(beside)
  const around = basename(folder) === BACKUPS ? [journalIn(dirname(folder))] : []
  const files = new Map<string, Set<string>>()
  for (const file of new Set([own, ...around, beside])) {
    const ids = await readJournal(file)
    if (ids) files.set(file, ids)
  }
  makeFolder(dirname(own))
  if (files.size === 0)
    return `WARNING: there is no file erased-entries, neither at ${own} nor beside the backup. If anybody was erased since the backup, copy that file from the old data directory to ${own} before you start the server. Otherwise these people are on the list again, and get mail.`

  const all = new Set([...files.values()].flatMap((ids) => [...ids]))
  await createJournal(dataDir).append([...all.difference(files.get(own) ?? new Set())])
  // A journal may also name people who joined after the backup, and people of another list.
  const { length: since } = await findLiving(tx, [...all])
  const known = `Knows of ${since.toLocaleString('en')} ${since === 1 ? 'erasure' : 'erasures'} since this backup, from ${[...files.keys()].join(' and ')}.${since > 0 ? ' The server erases these people again when it starts.' : ''}`
  const isCopyAlone = files.size === 1 && files.has(beside) && beside !== own
  if (!isCopyAlone) return known
  return `${known}\nWARNING: that file is as old as the newest backup beside it. If the old data directory is still there, add its lines before you start the server: cat OLD/erased-entries >> ${own}`
}
