import { paths } from '#shared/site/paths.ts'
import { WaitingRequests } from '#shared/joining/place.ts'
import { fetchJson } from './admin.ts'

export function fetchRequests(): Promise<WaitingRequests> {
  return fetchJson(WaitingRequests, paths.api.adminRequests)
}
