import { join } from 'node:path'

/** The default folder for backups. */
export function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}
