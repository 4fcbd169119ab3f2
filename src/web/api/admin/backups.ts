import { Backups } from '#shared/owner/backups.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, post } from './admin.ts'

/** Makes a backup now. */
export async function backUp(): Promise<void> {
  await post(paths.api.adminBackups)
}

export function fetchBackups(): Promise<Backups> {
  return fetchJson(Backups, paths.api.adminBackups)
}

/** Releases a list that was restored from a backup, so that it sends again. */
export async function release(): Promise<void> {
  await post(paths.api.adminRelease)
}
