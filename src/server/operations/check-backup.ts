import type { Connection } from '../db/client.ts'
import { openDatabase } from '../db/opening/database.ts'
import { createRest } from '../base/rest.ts'
import { freeBytes, isFull, StartFailure } from '../base/start-failure.ts'
import { restoreBackup } from './restore-backup.ts'
import { checkFolder, removeCheck } from './work-folder.ts'
import { onOwnClient } from '../db/pool.ts'

/** In bytes: an empty cluster, and its write-ahead log. */
const BESIDE_ROWS = 200_000_000

/** A check keeps one processor busy. */
const REST_TIMES = 8

type Options = { dataDir: string; passphrase: string | null; signal: AbortSignal }

/** Restores it into a temporary PostgreSQL in the data directory, and checks every rule of the list there. */
export async function checkBackup(file: string, { dataDir, passphrase, signal }: Options): Promise<void> {
  try {
    const database = await openDatabase(
      { dataDir: checkFolder(dataDir), databaseUrl: undefined },
      { owner: 'the check of a backup', isTemporary: true },
    )
    try {
      const rest = createRest(REST_TIMES, signal)
      await restoreBackup(database.connection, file, { passphrase, signal, rest })
    } finally {
      await database.close()
    }
  } catch (error) {
    throw isFull(dataDir) || isOfFullDisk(error) ? noRoom(dataDir, error) : error
  } finally {
    await removeCheck(dataDir)
  }
}

/** The list's own database may be on the same disk, and would stop if the check filled it. */
export async function requireRoom(connection: Connection, dataDir: string): Promise<void> {
  const { rows } = await onOwnClient(connection, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  )
  if (freeBytes(dataDir) < Number(rows[0]!.bytes) + BESIDE_ROWS) throw noRoom(dataDir)
}

function isOfFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

function noRoom(dataDir: string, cause?: unknown): StartFailure {
  return new StartFailure(
    `The disk that holds ${dataDir} has no room for the check of a backup, which needs as much as the list itself there. Free some space.`,
    { cause },
  )
}
