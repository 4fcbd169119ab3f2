import type { Networks } from '../config/visitor-address.ts'

/**
 * The levels at which the limit is shared out: first among providers, then among the blocks of each, then among the
 * addresses of each block.
 */
const LEVELS = ['provider', 'block', 'address'] as const

/**
 * Keeps `most` of these items, shared out evenly among the networks that they come from: a network with many items
 * loses some before one with few loses any. Within one address, and among addresses with one item each, the first items
 * stay.
 */
export function keepEvenly<Item extends { from: Networks }>(items: Item[], most: number, level = 0): Item[] {
  if (items.length <= most) return items
  const name = LEVELS[level]
  if (name === undefined) return items.slice(0, most)
  const groups = [...Map.groupBy(items, ({ from }) => from[name]).values()].toSorted((a, b) => a.length - b.length)
  let left = most
  return groups.flatMap((group, index) => {
    // The smallest groups come first, and the larger groups also get the part of a share that a smaller one does not
    // use.
    const kept = keepEvenly(group, Math.ceil(left / (groups.length - index)), level + 1)
    left -= kept.length
    return kept
  })
}
