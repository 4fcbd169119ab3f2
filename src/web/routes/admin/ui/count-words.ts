import { MOST_COUNTED } from '#shared/list/messages.ts'
import { grouped } from '../../../ui/grouped.ts'

/** Not exact from `MOST_COUNTED` on. */
export function counted(count: number): string {
  return count >= MOST_COUNTED ? `${grouped(MOST_COUNTED - 1)}+` : grouped(count)
}
