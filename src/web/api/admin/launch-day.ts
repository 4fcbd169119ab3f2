import { LaunchDay } from '#shared/list/launch-day.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson } from './admin.ts'

export function fetchLaunchDay(): Promise<LaunchDay> {
  return fetchJson(LaunchDay, paths.api.adminLaunchDay)
}
