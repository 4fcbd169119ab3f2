import { join } from 'node:path'

/** Where backups are written unless another folder is set. */
export function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}
