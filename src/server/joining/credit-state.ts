import type { JoinRequest } from '#shared/join.ts'
import type { NewCredit } from './queries.ts'

/** No page of ours sends `website`: nobody moves up until the owner has looked. */
export function creditStateOf({ website }: Pick<JoinRequest, 'website'>): NewCredit['state'] {
  return website ? 'held' : 'counted'
}
