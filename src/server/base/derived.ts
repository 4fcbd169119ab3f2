/** Kept until one of the sources changes. */
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
