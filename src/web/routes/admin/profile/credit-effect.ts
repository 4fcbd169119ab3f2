import type { Credit } from '#shared/entry.ts'
import { grouped } from '../../../ui/grouped.ts'

/** The effect of a friend's credit, in words. */
export function effectOf({ state, moved, position }: Pick<Credit, 'state' | 'moved' | 'position'>): string {
  if (state === 'held') return 'held until you decide'
  if (state === 'waiting') return 'waits for a press in a mail'
  if (state === 'rejected') return 'not counted'
  if (moved === 0) return `counted, at #${grouped(position)} already`
  return `up ${grouped(moved)} ${moved === 1 ? 'place' : 'places'}, to #${grouped(position)}`
}
