import type pg from 'pg'
import { Backups } from '#shared/backups.ts'
import { paths } from '#shared/paths.ts'
import type { App } from '../http/server.ts'
import { readBackups } from './queries.ts'

/** Register it where a session is required. */
export function backupRoutes(app: App, { pool, isNightly }: { pool: pg.Pool; isNightly: () => boolean }) {
  app.get(paths.api.adminBackups, { schema: { response: { 200: Backups } } }, async () => ({
    is_nightly: isNightly(),
    ...(await readBackups(pool)),
  }))
}
