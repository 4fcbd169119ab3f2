import { setPriority } from 'node:os'
import { join } from 'node:path'
import { dayOf } from '#shared/days.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { beginBackup, endBackup, forgetBackup } from '../backup/queries.ts'
import { explain } from '../start-failure.ts'
import { runTool, type ToolContext } from './run-tool.ts'

/** Visitors are served first: the check runs a PostgreSQL of its own, which inherits this. */
const LOWEST_PRIORITY = 19

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
setPriority(LOWEST_PRIORITY)
await runTool({ name: 'backup', arity: 1, run: backup })

/** With `--nightly`, makes the backup of the day unless it is made, as the server does by itself. */
async function backup({ client, connection, config, args, print }: ToolContext): Promise<number> {
  const isNightly = args[0] === '--nightly'
  if (args[0] && !isNightly) {
    print('npm run backup takes no arguments. It writes to BACKUP_DIR, or else to the folder backups in DATA_DIR.')
    return 1
  }
  const id = await beginBackup(client, isNightly ? dayOf(new Date(), config.timeZone) : null)
  if (id === null) return 0
  const started = performance.now()
  try {
    const folder = config.backup.folder ?? join(config.dataDir, 'backups')
    const made = await makeBackup(connection, {
      ...config,
      folder,
      passphrase: config.backup.passphrase,
      share: 0.3,
      signal: stopping.signal,
    })
    await endBackup(client, id, made)
    const seconds = Math.round((performance.now() - started) / 1_000)
    print(`${made.file}: ${made.entries.toLocaleString('en')} people, ${megabytes(made.bytes)} MB, in ${seconds} s.`)
    print('It was restored for a check, and all rules hold.')
    return 0
  } catch (error) {
    if (stopping.signal.aborted) await forgetBackup(client, id)
    else await endBackup(client, id, { problem: explain(error) })
    throw error
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
