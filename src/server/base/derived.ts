/**
 * What is made of some values, made anew when one of them is another. For what follows from settings: ask for it each time
 * it is needed.
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
