import { MOST_COUNTED } from '#shared/list/messages.ts'
import { grouped } from '../../../ui/grouped.ts'

/** A number that waits for the owner, which is not told beyond a limit. */
export function counted(count: number): string {
  return count >= MOST_COUNTED ? `${grouped(MOST_COUNTED - 1)}+` : grouped(count)
}
