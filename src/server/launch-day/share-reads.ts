const FRESH_MS = 1_000

/** Reads at most once a second, and once at a time, however many ask. A failure is not kept. */
export function shareReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { until: number; value: Promise<Value> } | undefined
  return () => {
    if (last && performance.now() < last.until) return last.value
    const reading = { until: Infinity, value: read() }
    last = reading
    reading.value.then(
      () => (reading.until = performance.now() + FRESH_MS),
      () => (reading.until = 0),
    )
    return reading.value
  }
}
