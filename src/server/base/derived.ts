/**
 * Caches a value that is made from other values, and makes it again when one of them changes. Use it for values that
 * follow from settings, and call the returned function each time you need the value.
 */
export function derived<const Sources extends readonly unknown[], Value>(
  read: () => Sources,
  make: (...sources: [...Sources]) => Value,
): () => Value {
  let known: { sources: readonly unknown[]; value: Value } | undefined
  return () => {
    const sources = read()
    if (!known || sources.some((source, index) => source !== known!.sources[index]))
      known = { sources, value: make(...sources) }
    return known.value
  }
}
