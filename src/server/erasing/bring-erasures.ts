import { basename, dirname, resolve } from 'node:path'
import { makeFolder } from '../db/data-directory.ts'
import type { Transaction } from '../db/pool.ts'
import { findLiving } from '../people/addresses/living.ts'
import { createJournal, journalIn, readJournal } from './journal.ts'

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
