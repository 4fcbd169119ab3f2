import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFailure, writeFailure } from '../../base/start-failure.ts'
import type { Account } from './account.ts'

type Owner = Pick<Account, 'uid' | 'give'>

/** In the system's folder for temporary files, because a socket's path is limited to 107 bytes. */
export async function makeSocketDir(owner: Owner): Promise<string> {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir()
  try {
    const folder = await mkdtemp(join(parent, 'firstchair-'))
    await owner.give(folder)
    return folder
  } catch (error) {
    throw writeFailure(parent, error)
  }
}

/** A clean-up of temporary files may have removed the folder. */
export async function ensureSocketDir(folder: string, owner: Owner): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    await owner.give(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o777) === 0o700) return
    throw new StartFailure(
      `The folder of PostgreSQL's socket, ${folder}, is open to other users of this machine. Remove it, then start again.`,
    )
  }
}

export async function removeSocketDir(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {})
}
