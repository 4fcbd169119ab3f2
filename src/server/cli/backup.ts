import { setPriority } from 'node:os'
import { backupsIn } from '../base/config/backups-in.ts'
import { makeBackup } from '../operations/make-backup.ts'
import { beginBackup, endBackup, forgetBackup, type Result } from '../operations/backups.ts'
import { claimWork } from '../operations/work-folder.ts'
import { createKeyring } from '../settings/keyring.ts'
import { openSettings } from '../settings/in-force.ts'
import { explain, StartFailure } from '../base/start-failure.ts'
import { runTool, type ToolContext } from './run-tool.ts'
import { onOwnClient } from '../db/pool.ts'
import type { Queryable } from '../db/query.ts'

/** Visitors are served first. The PostgreSQL of the check inherits it. */
const LOWEST_PRIORITY = 19

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
setPriority(LOWEST_PRIORITY)
const isBegun = process.argv[2] === '--begun'
await runTool({ name: 'backup', arity: isBegun ? 2 : 0, run: backup })

async function backup({ client, connection, config: base, args: [, begunId], print }: ToolContext): Promise<number> {
  /** A new connection each time: the server may restart while a backup is checked. */
  const record = <Done>(work: (db: Queryable) => Promise<Done>) => onOwnClient(connection, work)
  const { current } = await openSettings({ base, db: client, keyring: createKeyring(base) })
  const config = current()
  const claim = await claimWork(config.dataDir)
  if (!claim) {
    if (begunId) await record((db) => forgetBackup(db, begunId))
    throw new StartFailure('Another backup is being made. Wait until it has ended.')
  }
  try {
    const id = begunId ?? (await record((db) => beginBackup(db, null)))!
    const result = await tryToMake().catch(async (error: unknown) => {
      const isStopped = stopping.signal.aborted
      await record((db) => (isStopped ? forgetBackup(db, id) : endBackup(db, id, { problem: explain(error) }))).catch(
        () => {},
      )
      throw error
    })
    await record((db) => endBackup(db, id, result)).catch((error: unknown) =>
      print(`It could not be recorded (${explain(error)}), so the dashboard does not show it. The file is good.`),
    )
    return 0
  } finally {
    claim.release()
  }

  async function tryToMake(): Promise<Result> {
    const started = performance.now()
    const { passphrase } = config.backup
    const folder = config.backup.folder ?? backupsIn(config.dataDir)
    const made = await makeBackup(connection, { ...config, folder, passphrase, signal: stopping.signal })
    const seconds = Math.round((performance.now() - started) / 1_000)
    print(`${made.file}: ${made.entries.toLocaleString('en')} people, ${megabytes(made.bytes)} MB, in ${seconds} s.`)
    print('It was restored for a check, and all rules hold.')
    print(passphrase === null ? 'It is NOT encrypted: BACKUP_PASSPHRASE is not set.' : 'It is encrypted.')
    return made
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
