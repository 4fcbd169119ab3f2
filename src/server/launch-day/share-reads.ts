const FRESH_MS = 1_000
/** A slow read is cached for this multiple of the time that it took. */
const KEPT_TIMES = 20

/** At most one read a second, and one at a time. A failure is not cached. */
export function shareReads<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { until: number; value: Promise<Value> } | undefined
  return () => {
    const began = performance.now()
    if (last && began < last.until) return last.value
    const reading = { until: Infinity, value: read() }
    last = reading
    reading.value.then(
      () => (reading.until = began + Math.max(FRESH_MS, (performance.now() - began) * KEPT_TIMES)),
      () => (reading.until = 0),
    )
    return reading.value
  }
}
