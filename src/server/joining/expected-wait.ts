/** How long somebody who comes now would wait, from how the last full batches went. Milliseconds. */
export type ExpectedWait = {
  /** A batch is on its way; call what this answers when it is done, with how many people it has stored. */
  begin: () => (stored: number) => void
  /** With so many people waiting already. */
  of: (waiting: number) => number
}

/** What a full batch is taken to need until one was seen: a machine slower than this refuses a little late, once. */
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
        // A batch that was sent before the last was done waited for that first.
        const took = performance.now() - Math.max(batch.begun, lastEnd)
        underWay.delete(batch)
        lastEnd = performance.now()
        // Each batch costs something whatever its size, so that a small one says little of a crowd's.
        if (stored >= fullBatch / 2) learn({ stored, took })
      }
    },
    // A batch that hangs counts for as long as it has hung so far.
    of: (waiting) => sinceOldest() + (waiting / fullBatch) * batchMs,
  }

  /** From two batches, because both may be answered at once: the second then looks as if it had taken no time. */
  function learn(later: { stored: number; took: number }) {
    if (!earlier) {
      earlier = later
      return
    }
    const full = ((earlier.took + later.took) * fullBatch) / (earlier.stored + later.stored)
    earlier = undefined
    // While a crowd arrives its batches are slow, because reading its requests takes time too. That passes.
    batchMs += (full - batchMs) / (full < batchMs ? 2 : 16)
  }

  function sinceOldest(): number {
    const [oldest] = underWay
    return oldest ? performance.now() - Math.max(oldest.begun, lastEnd) : 0
  }
}
