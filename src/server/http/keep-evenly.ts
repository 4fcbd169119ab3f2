import type { Networks } from './visitor-address.ts'

/** The levels at which items are shared out: first among providers, then among the networks of each, and so on. */
const LEVELS = ['provider', 'block', 'address'] as const

/**
 * Keeps so many of these, as evenly as possible by who they come from: a network that has many loses some before one that
 * has few loses any. Of one address, and of addresses with one each, the first ones stay.
 */
export function keepEvenly<Item extends { from: Networks }>(items: Item[], most: number, level = 0): Item[] {
  if (items.length <= most) return items
  const name = LEVELS[level]
  if (name === undefined) return items.slice(0, most)
  const groups = [...Map.groupBy(items, ({ from }) => from[name]).values()].toSorted((a, b) => a.length - b.length)
  let left = most
  return groups.flatMap((group, index) => {
    // The smallest come first, and what they do not need is left to the larger ones.
    const kept = keepEvenly(group, Math.ceil(left / (groups.length - index)), level + 1)
    left -= kept.length
    return kept
  })
}
