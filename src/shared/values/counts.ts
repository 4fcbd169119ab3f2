import * as z from 'zod/mini'

/** A map, because copying an object loses the key '__proto__', which somebody may type. In JSON, an object. */
export type Counts = Map<string, number>

export const Counts = z.codec(
  z.custom<object>((value) => typeof value === 'object' && value !== null),
  z.map(z.string(), z.int()),
  { decode: (json) => new Map(Object.entries(json)), encode: (counts) => Object.fromEntries(counts) },
)

export function addCount(counts: Counts, name: string, count = 1) {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

export function addCounts(one: Counts, other: Counts): Counts {
  const sum = new Map(one)
  for (const [name, count] of other) addCount(sum, name, count)
  return sum
}

/** By code points, as PostgreSQL's collation "C". JavaScript's `<` compares UTF-16 units. */
export function compareText(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return (one.codePointAt(index) ?? -1) - (other.codePointAt(index) ?? -1)
}
