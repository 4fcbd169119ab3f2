import { join } from 'node:path'

/** The folder of the backups unless another one is set. */
export function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}
