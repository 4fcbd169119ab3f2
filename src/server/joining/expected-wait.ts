export type ExpectedWait = {
  /** Call what it returns, with the number of people stored, when the batch is done. */
  begin: () => (stored: number) => void
  of: (waiting: number) => number
}

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

  /** Of two that are answered at once, the second would seem to have taken no time. */
  function learn(later: { stored: number; took: number }) {
    if (!earlier) {
      earlier = later
      return
    }
    const full = ((earlier.took + later.took) * fullBatch) / (earlier.stored + later.stored)
    earlier = undefined
    // Reading a crowd's requests slows batches for a while.
    batchMs += (full - batchMs) / (full < batchMs ? 2 : 16)
  }

  function sinceOldest(): number {
    const [oldest] = underWay
    return oldest ? performance.now() - Math.max(oldest.begun, lastEnd) : 0
  }
}
