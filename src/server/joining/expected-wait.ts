/** Estimates how long a new request would wait, in milliseconds, from the duration of recent full batches. */
export type ExpectedWait = {
  /**
   * Call this when a batch is sent. Call the returned function with the number of people stored when the batch is done.
   */
  begin: () => (stored: number) => void
  /** The expected wait if this many people wait already. */
  of: (waiting: number) => number
}

/** The assumed duration of a full batch until two are measured. On a slower machine, the first refusals come late. */
const UNSEEN_BATCH_MS = 100

export function createExpectedWait(fullBatch: number): ExpectedWait {
  let batchMs = UNSEEN_BATCH_MS
  const underWay = new Set<{ begun: number }>()
  let lastEnd = 0
  let earlier: { stored: number; took: number } | undefined
  return {
    begin: () => {
      const batch = { begun: performance.now() }
      underWay.add(batch)
      return (stored) => {
        // A batch that was sent before the previous one was done had to wait for that one first.
        const took = performance.now() - Math.max(batch.begun, lastEnd)
        underWay.delete(batch)
        lastEnd = performance.now()
        // Every batch has a fixed cost, so the time of a small batch does not predict that of a full one.
        if (stored >= fullBatch / 2) learn({ stored, took })
      }
    },
    // A hanging batch counts with the time it has taken so far.
    of: (waiting) => sinceOldest() + (waiting / fullBatch) * batchMs,
  }

  /** Measures two batches together: if both are answered at once, the second alone would seem to have taken no time. */
  function learn(later: { stored: number; took: number }) {
    if (!earlier) {
      earlier = later
      return
    }
    const full = ((earlier.took + later.took) * fullBatch) / (earlier.stored + later.stored)
    earlier = undefined
    // While a crowd arrives, reading its requests slows the batches down for a while, so slower times get little
    // weight.
    batchMs += (full - batchMs) / (full < batchMs ? 2 : 16)
  }

  function sinceOldest(): number {
    const [oldest] = underWay
    return oldest ? performance.now() - Math.max(oldest.begun, lastEnd) : 0
  }
}
