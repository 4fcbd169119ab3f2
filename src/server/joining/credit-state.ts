import type { JoinRequest } from '#shared/join.ts'
import type { NewCredit } from './queries.ts'

/**
 * Our page never fills in `website`, so a request with it probably comes from a bot: its credit is held for the owner.
 */
export function creditStateOf({ website }: Pick<JoinRequest, 'website'>): NewCredit['state'] {
  return website ? 'held' : 'counted'
}
