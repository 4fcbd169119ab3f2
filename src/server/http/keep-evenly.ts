import type { Networks } from '../config/visitor-address.ts'

const LEVELS = ['provider', 'block', 'address'] as const

/** A network with many items loses some before one with few loses any. */
export function keepEvenly<Item extends { from: Networks }>(items: Item[], most: number, level = 0): Item[] {
  if (items.length <= most) return items
  const name = LEVELS[level]
  if (name === undefined) return items.slice(0, most)
  const groups = [...Map.groupBy(items, ({ from }) => from[name]).values()].toSorted((a, b) => a.length - b.length)
  let left = most
  return groups.flatMap((group, index) => {
    const kept = keepEvenly(group, Math.ceil(left / (groups.length - index)), level + 1)
    left -= kept.length
    return kept
  })
}
