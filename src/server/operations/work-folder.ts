import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Claim, tryClaimDataDir } from '../db/data-directory.ts'
import { removeEmbedded } from '../db/embedded/postgres.ts'

/**
 * In the data directory, where the list is unencrypted anyway. One process at a time holds the folder's lock, so
 * files that it finds there were left by a killed one.
 */

const OWNER = 'a backup'

export function checkFolder(dataDir: string): string {
  return join(workFolder(dataDir), 'check')
}

/** Null while another process makes a backup. */
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

export async function removeLeftovers(dataDir: string): Promise<void> {
  if (existsSync(workFolder(dataDir))) (await claimWork(dataDir))?.release()
}

/** Call it while you hold the claim, before the file is made. */
export async function noteUnfinished(dataDir: string, file: string): Promise<void> {
  await writeFile(noteOf(dataDir), file, { mode: 0o600 })
}

export async function removeCheck(dataDir: string): Promise<void> {
  if (existsSync(checkFolder(dataDir))) await removeEmbedded(checkFolder(dataDir), OWNER)
}

/** The unfinished file may be on a disk that is gone, so a failure to remove it is ignored. */
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
