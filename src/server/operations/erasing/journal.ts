import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../db/data-directory.ts'
import { AppError } from '../../base/errors.ts'

/**
 * Outside the database, because a restored backup brings erased people back
 * (docs/decisions/0056-what-erasing-leaves.md).
 */
export type Journal = {
  /** Resolves once the ids are on the disk. */
  append: (ids: string[]) => Promise<void>
  read: () => Promise<Set<string>>
}

const ERASED_ENTRIES = 'erased-entries'
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createJournal(dataDir: string): Journal {
  const file = journalIn(dataDir)
  return {
    async append(ids) {
      if (ids.length === 0) return
      try {
        makeFolder(dataDir)
        // A crash may have torn the last line, so the first id begins a new line.
        await withHandle(await open(file, 'a', 0o600), (handle) => handle.appendFile(`\n${ids.join('\n')}\n`))
        await withHandle(await open(dataDir, 'r'), async () => {})
      } catch (cause) {
        throw new AppError('no-journal', { cause: new Error(`${file} cannot be written`, { cause }) })
      }
    },
    read: async () => (await readJournal(file)) ?? new Set(),
  }
}

export function journalIn(folder: string): string {
  return join(folder, ERASED_ENTRIES)
}

/** Null: nobody was erased, or the file was not brought along. */
export async function readJournal(file: string): Promise<Set<string> | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : new Set(text.split('\n').filter((line) => ID.test(line)))
}

async function withHandle(handle: FileHandle, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await write(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
