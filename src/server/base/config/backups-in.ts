import { join } from 'node:path'

export function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}
