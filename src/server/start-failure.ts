import { statfsSync } from 'node:fs'
import { inspect } from 'node:util'

/** A fault that the operator has to fix. The operator sees only the message, so it says the fault and the remedy. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** The sentence for a failure. It has a stack trace only for a bug, and only when the log level asks for it. */
export function explain(error: unknown, logLevel = 'info'): string {
  if (error instanceof StartFailure) return error.message
  if (logLevel === 'debug' || logLevel === 'trace') return inspect(error)
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}

/** The failure to report when a file or folder below `folder` cannot be written. */
export function writeFailure(folder: string, error: unknown): StartFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || isFull(folder)) return diskFull(folder, error)
  const reason = error instanceof Error ? error.message : String(error)
  return new StartFailure(
    `The data directory ${folder} cannot be written (${reason}). Give this user access to it, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}

export function diskFull(folder: string, cause?: unknown): StartFailure {
  return new StartFailure(`The disk that holds ${folder} is full. Free some space, or set DATA_DIR to another disk.`, {
    cause,
  })
}

/** PostgreSQL writes in files of 16 MB, so a disk with less free space counts as full. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 16 * 1024 * 1024
  } catch {
    return false
  }
}
