import { MOST_COUNTED } from '#shared/list/messages.ts'
import { grouped } from '../../../ui/grouped.ts'

/** The number of items that need the owner. From `MOST_COUNTED` on, it ends with a plus sign and is not exact. */
export function counted(count: number): string {
  return count >= MOST_COUNTED ? `${grouped(MOST_COUNTED - 1)}+` : grouped(count)
}
