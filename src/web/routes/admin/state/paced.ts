/** While a crowd joins. With the second after which the server tells of a join, it is on the screen within two. */
export const REFRESH_MS = 1500

/**
 * A call of `work` at once, or as soon as the one before is done and has begun `ms` ago: however often it is called, no
 * two run together, and what happened during one is seen by the next.
 */
export function paced(work: () => Promise<unknown>, ms: number): () => void {
  let isWanted = false
  let isRunning = false

  async function run() {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, ms))])
    }
    isRunning = false
  }

  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
