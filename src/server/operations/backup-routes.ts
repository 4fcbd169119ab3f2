import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ROUTES } from '#shared/routes.ts'
import type { Context } from '../context.ts'
import { AppError } from '../base/errors.ts'
import { type App, route } from '../http/route.ts'
import { backupsIn } from '../base/config/backups-in.ts'
import { beginBackup, readBackups } from './backups.ts'

export function backupRoutes(app: App, { dashboardPool: pool, config, runBackup }: Context) {
  route(app, ROUTES.backups, async () => {
    const { backup } = config()
    return {
      is_nightly: backup.folder !== null,
      folder: backup.folder,
      is_encrypted: backup.passphrase !== null,
      ...(await readBackups(pool)),
    }
  })

  route(app, ROUTES.backUp, async (request) => {
    const id = await beginBackup(pool, null)
    const onFailure = (err: unknown) => request.log.error({ err }, 'a backup could not be made')
    if (id !== null) void runBackup(id).catch(onFailure)
  })

  route(app, ROUTES.newestBackup, async (_request, reply) => {
    const { last } = await readBackups(pool)
    const size = last && isOurs(last.file) ? await sizeOf(last.file) : null
    // The file may be on another server that made it.
    if (!last || size === null) throw new AppError('not-found')
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${basename(last.file)}"`)
      .send(createReadStream(last.file))
  })

  /** A restored database may name any file. */
  function isOurs(file: string): boolean {
    const { backup, dataDir } = config()
    return [backup.folder, backupsIn(dataDir)].includes(dirname(file)) && /^[\w.-]+\.(zst|age)$/.test(basename(file))
  }
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (found) => found.size,
    () => null,
  )
}
