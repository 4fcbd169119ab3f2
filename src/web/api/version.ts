import { paths } from '#shared/paths.ts'
import { VersionView } from '#shared/version.ts'
import { fetchJson } from './admin.ts'

export function fetchVersion(): Promise<VersionView> {
  return fetchJson(VersionView, paths.api.adminVersion)
}
