import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Claim, tryClaimDataDir } from '../db/data-directory.ts'
import { removeEmbedded } from '../db/embedded/postgres.ts'

/*
 * A backup that is being made has a folder in the data directory, where the list lies in the clear anyway. Its lock lets one
 * process at a time make backups with this data directory, so anything else in it was left by a killed one.
 */

const OWNER = 'a backup'

/** The data directory of the PostgreSQL that a backup is restored into for its check. */
export function checkFolder(dataDir: string): string {
  return join(workFolder(dataDir), 'check')
}

/** Lets this process alone make backups, and removes what a killed one left. Null while another one makes a backup. */
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

/** Removes what a killed backup left, unless another one is being made. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  if (existsSync(workFolder(dataDir))) (await claimWork(dataDir))?.release()
}

/** Call it with a claim, before the file is made: if this process is killed, the next one removes the file. */
export async function noteUnfinished(dataDir: string, file: string): Promise<void> {
  await writeFile(noteOf(dataDir), file, { mode: 0o600 })
}

/** Call it with a claim. */
export async function removeCheck(dataDir: string): Promise<void> {
  if (existsSync(checkFolder(dataDir))) await removeEmbedded(checkFolder(dataDir), OWNER)
}

/** Its file may be on a disk that is gone, or may not be writable any more. */
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
