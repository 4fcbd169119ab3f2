/** How long somebody who comes now would wait, from how the last full batches went. Milliseconds. */
export type ExpectedWait = {
  /** A batch is on its way; call what this answers when it is done. */
  begin: () => (size: number) => void
  /** With so many people waiting already. */
  of: (waiting: number) => number
}

/** What a full batch is taken to need until one was seen: a machine slower than this refuses a little late, once. */
const UNSEEN_BATCH_MS = 100

export function createExpectedWait(fullBatch: number): ExpectedWait {
  let batchMs = UNSEEN_BATCH_MS
  /** When each batch that is under way was sent, the oldest first. */
  const begun = new Set<{ at: number }>()
  let lastEnd = 0
  return {
    begin: () => {
      const batch = { at: performance.now() }
      begun.add(batch)
      return (size) => {
        // A batch that was sent before the last was done waited for that first.
        const took = performance.now() - Math.max(batch.at, lastEnd)
        begun.delete(batch)
        lastEnd = performance.now()
        // Each batch costs something whatever its size, so that a small one says little of a crowd's.
        if (size < fullBatch / 2) return
        const full = (took * fullBatch) / size
        // While a crowd arrives its batches are slow, because reading its requests takes time too. That passes.
        batchMs = full < batchMs ? full : batchMs + (full - batchMs) / 16
      }
    },
    // A batch that hangs counts for as long as it has hung so far.
    of: (waiting) => sinceOldest() + (waiting / fullBatch) * batchMs,
  }

  function sinceOldest(): number {
    const [oldest] = begun
    return oldest ? performance.now() - Math.max(oldest.at, lastEnd) : 0
  }
}
