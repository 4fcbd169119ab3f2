import { paths } from '#shared/site/paths.ts'
import { VersionView } from '#shared/owner/version.ts'
import { fetchJson } from './admin.ts'

export function fetchVersion(): Promise<VersionView> {
  return fetchJson(VersionView, paths.api.adminVersion)
}
