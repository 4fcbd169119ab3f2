import { useState } from 'react'

/** The items in the order of their first appearance. Items that are gone stay in their place, so that nothing moves. */
export function useKept<Item extends { id: string }>(items: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(items)
  const newest = new Map(items.map((item) => [item.id, item]))
  const known = new Set(kept.map(({ id }) => id))
  const next = [...kept.map((item) => newest.get(item.id) ?? item), ...items.filter(({ id }) => !known.has(id))]
  if (next.length === kept.length && next.every((item, index) => item === kept[index])) return kept
  setKept(next)
  return next
}
