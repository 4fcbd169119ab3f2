import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

export class StartFailure extends Error {
  override name = 'StartFailure'
}

export function explain(error: unknown, logLevel = 'info'): string {
  if (error instanceof StartFailure) return error.message
  if (logLevel === 'debug' || logLevel === 'trace') return inspect(error)
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}

const FOLDERS = {
  DATA_DIR: { name: 'data directory', another: (what: string) => `set DATA_DIR to another ${what}` },
  BACKUP_DIR: { name: 'backup folder', another: (what: string) => `choose another ${what} for backups` },
}
type FolderSetting = keyof typeof FOLDERS

export function writeFailure(folder: string, error: unknown, setting: FolderSetting = 'DATA_DIR'): StartFailure {
  if (isOfFullDisk(folder, error)) return diskFull(folder, error, setting)
  const reason = error instanceof Error ? error.message : String(error)
  return new StartFailure(
    `The ${FOLDERS[setting].name} ${folder} cannot be written (${reason}). Give this user access to it, or ${FOLDERS[setting].another('folder')}.`,
    { cause: error },
  )
}

export function diskFull(folder: string, cause?: unknown, setting: FolderSetting = 'DATA_DIR'): StartFailure {
  return new StartFailure(
    `The disk that holds ${folder} is full. Free some space, or ${FOLDERS[setting].another('disk')}.`,
    {
      cause,
    },
  )
}

function isOfFullDisk(folder: string, error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return isFull(folder)
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}

export function findFull(dataDir: string): string | undefined {
  return [join(dataDir, 'postgres'), dataDir].find(isFull)
}

/** PostgreSQL's log files need 16 MB. A read-only disk is not full. */
export function isFull(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return freeBytes(folder) < 16 * 1024 * 1024
  } catch {
    return false
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
