import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartFailure, writeFailure } from '../start-failure.ts'

const SQLITE_BUSY = 5

/** Held for as long as the process lives, `kill -9` included: the lock is the kernel's. */
export type Claim = { release(): void }

/** Takes the data directory for this process alone, or throws a StartFailure that says who has it. */
export function claimDataDir(dataDir: string, owner: string): Claim {
  const claim = tryClaimDataDir(dataDir, owner)
  if (claim) return claim
  throw new StartFailure(
    `The data directory ${dataDir} is in use by ${readOwner(dataDir)}. Stop that first, or set DATA_DIR to another folder.`,
  )
}

/** As `claimDataDir`, but null when another process has it. */
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

/** Not by Node's own `recursive`, which never returns where the system lets nobody make a folder, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start may have been faster.
    if (!existsSync(folder)) throw error
  }
}

/**
 * Node has no file locks, but SQLite has: a transaction that may write and never ends. Not an exclusive one: that fails
 * while another process reads the file, so two processes that begin at the same moment could both fail.
 */
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
    // It is empty for the moment in which it is written.
    return readFileSync(join(dataDir, 'owner'), 'utf8') || 'another process'
  } catch {
    return 'another process'
  }
}
