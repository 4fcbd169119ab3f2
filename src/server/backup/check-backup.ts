import { mkdtemp, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { removeEmbedded } from '../db/embedded-postgres.ts'
import { onOwnClient } from '../db/pool.ts'
import { StartFailure } from '../start-failure.ts'
import { checkInvariants } from '../verify/invariants.ts'
import { restoreBackup } from './restore-backup.ts'

const FOLDER = '.check-'
const OWNER = 'the check of a backup'

/**
 * Restores a backup into a PostgreSQL of its own, beside the file, and checks every rule of the list there. Throws a
 * StartFailure if it cannot be restored, or a rule is broken, and fails soon after the signal.
 */
export async function checkBackup(
  file: string,
  { passphrase, signal }: { passphrase: string | null; signal: AbortSignal },
): Promise<void> {
  await removeLeftovers(dirname(file))
  const folder = await mkdtemp(join(dirname(file), FOLDER))
  try {
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, { owner: OWNER })
    try {
      await restoreBackup(database.connection, file, { passphrase, signal })
      const verdicts = await onOwnClient(database.connection, checkInvariants, signal)
      const broken = verdicts.filter(({ offending }) => offending.length > 0).map(({ rule }) => rule)
      if (broken.length > 0)
        throw new StartFailure(`The backup was restored for a check, and breaks these rules:\n${broken.join('\n')}`)
    } finally {
      await database.close()
    }
  } finally {
    await removeEmbedded(folder, OWNER)
  }
}

/** A check that was killed leaves its database. */
async function removeLeftovers(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(FOLDER))
  for (const name of left) await removeEmbedded(join(folder, name), OWNER)
}
