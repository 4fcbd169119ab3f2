import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#shared/durations.ts'
import type { Connection } from '../db/client.ts'
import { ERASED_ENTRIES } from '../erasing/journal.ts'
import { writeFailure } from '../start-failure.ts'
import { writeFile } from './backup-files.ts'
import { checkBackup } from './check-backup.ts'
import type { Result } from './queries.ts'
import { writeBackup } from './write-backup.ts'

/** The newest backups that are kept: two weeks of nights. */
const KEPT = 14
/** The end of the name of a file that was not restored for a check yet. */
const UNCHECKED = '.unchecked'
const NAME = /^firstchair-.+\.sql\.zst(\.age)?$/

type Options = {
  folder: string
  /** The folder with the journal of erasures, of which a copy lies beside the backups. */
  dataDir: string
  passphrase: string | null
  /** The part of the time for which rows are read: the rest is left to the people who join. */
  share: number
  /** Ends the work, and removes what it has begun. */
  signal: AbortSignal
}

/** Writes a backup, checks that it can be restored, and removes the oldest ones. Throws a StartFailure. */
export async function makeBackup(
  connection: Connection,
  { folder, dataDir, passphrase, share, signal }: Options,
): Promise<Exclude<Result, { problem: string }>> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw writeFailure(folder, error)
  })
  await removeUnchecked(folder)
  const file = join(folder, nameOf(new Date(), passphrase !== null))
  const unchecked = `${file}${UNCHECKED}`
  let entries = 0
  const content = writeBackup(connection, (head) => (entries = head.entries))
  await writeFile(unchecked, paced(content, share), { passphrase, signal })
  await copyJournal(dataDir, folder)
  try {
    await checkBackup(unchecked, { passphrase, signal })
    await rename(unchecked, file)
    await sync(folder)
  } catch (error) {
    await rm(unchecked, { force: true })
    throw error
  }
  await removeOldest(folder)
  return { file, bytes: (await stat(file)).size, entries }
}

function nameOf(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().replaceAll(':', '').slice(0, 17)
  return `firstchair-${time}Z.sql.zst${isEncrypted ? '.age' : ''}`
}

/** Pauses after each piece in proportion to the time that it took. */
async function* paced<Piece>(pieces: AsyncIterable<Piece>, share: number): AsyncGenerator<Piece> {
  let begun = performance.now()
  for await (const piece of pieces) {
    yield piece
    const took = performance.now() - begun
    if (took > 5) {
      await new Promise((resolve) => setTimeout(resolve, (took * (1 - share)) / share))
      begun = performance.now()
    }
  }
}

/** A file's new name is on the disk once its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Whoever loses the disk with the data still knows whom to erase again. */
async function copyJournal(dataDir: string, folder: string): Promise<void> {
  await copyFile(join(dataDir, ERASED_ENTRIES), join(folder, ERASED_ENTRIES)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw writeFailure(folder, error)
  })
}

/** What a killed process left. Another server may be writing one right now. */
async function removeUnchecked(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(UNCHECKED))) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > DAY_MS) await rm(file)
  }
}

async function removeOldest(folder: string): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  for (const name of backups.slice(0, -KEPT)) await rm(join(folder, name))
}
