import { LaunchDay } from '#shared/launch-day.ts'
import { paths } from '#shared/paths.ts'
import { fetchJson } from './admin.ts'

export function fetchLaunchDay(): Promise<LaunchDay> {
  return fetchJson(LaunchDay, paths.api.adminLaunchDay)
}
