import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Claim, tryClaimDataDir } from '../db/data-directory.ts'
import { removeEmbedded } from '../db/embedded/postgres.ts'

/*
 * A backup in progress has a folder in the data directory, where the list is unencrypted anyway. The folder's lock lets
 * one process at a time make backups with this data directory, so files that a process finds there when it takes the
 * lock were left by a killed process.
 */

const OWNER = 'a backup'

/** The data directory of the PostgreSQL that a backup is restored into for its check. */
export function checkFolder(dataDir: string): string {
  return join(workFolder(dataDir), 'check')
}

/**
 * Claims the work folder for this process, and removes the leftovers of a killed one. Null while another process makes
 * a backup.
 */
export async function claimWork(dataDir: string): Promise<Claim | null> {
  const claim = tryClaimDataDir(workFolder(dataDir), OWNER)
  if (!claim) return null
  try {
    await removeRemains(dataDir)
    return claim
  } catch (error) {
    claim.release()
    throw error
  }
}

/** Removes the leftovers of a killed backup, unless another backup is in progress. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  if (existsSync(workFolder(dataDir))) (await claimWork(dataDir))?.release()
}

/**
 * Records the path of an unfinished file: if this process is killed, the next one removes the file. Call it while you
 * hold the claim, before the file is made.
 */
export async function noteUnfinished(dataDir: string, file: string): Promise<void> {
  await writeFile(noteOf(dataDir), file, { mode: 0o600 })
}

/** Removes the PostgreSQL of a check. Call it while you hold the claim. */
export async function removeCheck(dataDir: string): Promise<void> {
  if (existsSync(checkFolder(dataDir))) await removeEmbedded(checkFolder(dataDir), OWNER)
}

/**
 * Removes everything that a killed process left. The unfinished file may be on a disk that is gone or no longer
 * writable, so a failure to remove it is ignored.
 */
async function removeRemains(dataDir: string): Promise<void> {
  await removeCheck(dataDir)
  const file = await readFile(noteOf(dataDir), 'utf8').catch(() => null)
  if (file) await rm(file, { force: true }).catch(() => {})
  await rm(noteOf(dataDir), { force: true })
}

function noteOf(dataDir: string): string {
  return join(workFolder(dataDir), 'unfinished')
}

function workFolder(dataDir: string): string {
  return join(dataDir, '.backup')
}
