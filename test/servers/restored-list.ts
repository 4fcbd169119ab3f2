import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFile } from '../../src/server/operations/backup-files.ts'
import { restoreBackup } from '../../src/server/operations/restore-backup.ts'
import { writeBackup } from '../../src/server/operations/make-backup.ts'
import { emptyDatabase } from './migrations.ts'
import type { TestApp } from '../test-app.ts'

/** Makes a backup now. `restore` writes it to a new database, which another `testApp` can use as `beside`. */
export async function backUp(app: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'firstchair-test-backup-'))
  const file = join(folder, 'list')
  const targets = new AsyncDisposableStack()
  await writeFile(file, writeBackup(app.database.connection), { passphrase: null })
  return {
    async restore() {
      const { connection } = targets.use(await emptyDatabase())
      await restoreBackup(connection, file, { passphrase: null })
      return { database: { connection, drop: async () => {} } }
    },
    async [Symbol.asyncDispose]() {
      await targets.disposeAsync()
      await rm(folder, { recursive: true })
    },
  }
}
