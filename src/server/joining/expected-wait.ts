/** Estimates how long a new request would wait, in milliseconds. */
export type ExpectedWait = {
  /** Called when a batch is sent. Call what it returns, with the number of people stored, when the batch is done. */
  begin: () => (stored: number) => void
  of: (waiting: number) => number
}

/** Assumed until two full batches are measured. */
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
        // A batch that was sent before the previous one was done had to wait for it.
        const took = performance.now() - Math.max(batch.begun, lastEnd)
        underWay.delete(batch)
        lastEnd = performance.now()
        // Every batch has a fixed cost, so a small one predicts nothing.
        if (stored >= fullBatch / 2) learn({ stored, took })
      }
    },
    // A hanging batch counts, too.
    of: (waiting) => sinceOldest() + (waiting / fullBatch) * batchMs,
  }

  /** Of two batches that are answered at once, the second alone would seem to have taken no time. */
  function learn(later: { stored: number; took: number }) {
    if (!earlier) {
      earlier = later
      return
    }
    const full = ((earlier.took + later.took) * fullBatch) / (earlier.stored + later.stored)
    earlier = undefined
    // Reading the requests of a crowd slows batches for a while, so slower times weigh little.
    batchMs += (full - batchMs) / (full < batchMs ? 2 : 16)
  }

  function sinceOldest(): number {
    const [oldest] = underWay
    return oldest ? performance.now() - Math.max(oldest.begun, lastEnd) : 0
  }
}
