import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { onOwnClient } from '../db/pool.ts'
import { StartFailure } from '../start-failure.ts'
import { checkInvariants } from '../verify/invariants.ts'
import { restoreBackup } from './restore-backup.ts'

/**
 * Restores a backup into a PostgreSQL of its own, beside the file, and checks every rule of the list there. Throws a
 * StartFailure if it cannot be restored, or a rule is broken.
 */
export async function checkBackup(file: string, passphrase: string | null): Promise<void> {
  const folder = await mkdtemp(join(dirname(file), '.check-'))
  try {
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { owner: 'the check of a backup' })
    try {
      await restoreBackup(database.connection, file, { passphrase })
      const verdicts = await onOwnClient(database.connection, checkInvariants)
      const broken = verdicts.filter(({ offending }) => offending.length > 0).map(({ rule }) => rule)
      if (broken.length > 0)
        throw new StartFailure(`The backup was restored for a check, and breaks these rules:\n${broken.join('\n')}`)
    } finally {
      await database.close()
    }
  } finally {
    await remove(folder)
  }
}

/** The database may be elsewhere, where PostgreSQL runs as another user: then a link leads to it. */
async function remove(folder: string): Promise<void> {
  const cluster = await realpath(join(folder, 'postgres')).catch(() => null)
  if (cluster && dirname(cluster) !== (await realpath(folder))) await rm(dirname(cluster), { recursive: true })
  await rm(folder, { recursive: true })
}
