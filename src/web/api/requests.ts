import { paths } from '#shared/paths.ts'
import { WaitingRequests } from '#shared/place.ts'
import { fetchJson } from './admin.ts'

export function fetchRequests(): Promise<WaitingRequests> {
  return fetchJson(WaitingRequests, paths.api.adminRequests)
}
