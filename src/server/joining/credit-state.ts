import type { JoinRequest } from '#shared/join.ts'
import type { NewCredit } from './queries.ts'

/**
 * Our page never fills in `website`, so such a request is suspect: its credit moves nobody until the owner has looked.
 */
export function creditStateOf({ website }: Pick<JoinRequest, 'website'>): NewCredit['state'] {
  return website ? 'held' : 'counted'
}
