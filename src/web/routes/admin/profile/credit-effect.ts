import type { Credit } from '#shared/entry.ts'
import { grouped } from '../../../ui/grouped.ts'

/** What a friend's credit did, in words. */
export function effectOf({ state, moved, position }: Pick<Credit, 'state' | 'moved' | 'position'>): string {
  if (state === 'held') return 'held until you decide'
  if (state === 'rejected') return 'not counted'
  if (moved === 0) return `counted, at #${grouped(position)} already`
  return `up ${grouped(moved)} ${moved === 1 ? 'place' : 'places'}, to #${grouped(position)}`
}
