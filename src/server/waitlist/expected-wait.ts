/** How long somebody who comes now would wait, from how the last full batches went. Milliseconds. */
export type ExpectedWait = {
  begin: () => void
  end: (size: number) => void
  /** With so many people waiting already. */
  of: (waiting: number) => number
}

/** What a full batch is taken to need until one was seen: a machine slower than this refuses a little late, once. */
const UNSEEN_BATCH_MS = 100

export function createExpectedWait(fullBatch: number): ExpectedWait {
  let batchMs = UNSEEN_BATCH_MS
  let began: number | null = null
  return {
    begin: () => {
      began = performance.now()
    },
    end: (size) => {
      const took = performance.now() - (began ?? 0)
      began = null
      // Each batch costs something whatever its size, so that a small one says little of a crowd's.
      if (size < fullBatch / 2) return
      const full = (took * fullBatch) / size
      // While a crowd arrives its batches are slow, because reading its requests takes time too. That passes.
      batchMs = full < batchMs ? full : batchMs + (full - batchMs) / 16
    },
    // A batch that hangs counts for as long as it has hung so far.
    of: (waiting) => (began === null ? 0 : performance.now() - began) + (waiting / fullBatch) * batchMs,
  }
}
