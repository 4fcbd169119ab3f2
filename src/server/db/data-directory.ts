import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure, writeFailure } from '../base/start-failure.ts'

const SQLITE_BUSY = 5

/** The kernel releases it when the process ends, even by `kill -9`. */
export type Claim = { release(): void }

export function claimDataDir(dataDir: string, owner: string): Claim {
  const claim = tryClaimDataDir(dataDir, owner)
  if (claim) return claim
  throw new StartFailure(
    `The data directory ${dataDir} is in use by ${readOwner(dataDir)}. Stop that first, or set DATA_DIR to another folder.`,
  )
}

export function tryClaimDataDir(dataDir: string, owner: string): Claim | null {
  try {
    makeFolder(dataDir)
    const lock = takeLock(join(dataDir, 'lock'))
    if (lock) writeFileSync(join(dataDir, 'owner'), `${owner}, process ${process.pid}`, { mode: 0o600 })
    return lock
  } catch (error) {
    throw writeFailure(dataDir, error)
  }
}

/** Node's option `recursive` hangs in a folder where nobody may create one, such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** Node has no file locks, but SQLite has: a write transaction that never ends. */
function takeLock(file: string): Claim | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin immediate')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

function readOwner(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'owner'), 'utf8') || 'another process'
  } catch {
    return 'another process'
  }
}
