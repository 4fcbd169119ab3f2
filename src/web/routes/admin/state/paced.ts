/**
 * The pause between refreshes while many people join. The server reports a join within a second, so it is on the screen
 * within two.
 */
export const REFRESH_MS = 1500

/**
 * Throttles `work`. A call runs it immediately, or as soon as the previous run has ended and began at least `ms` ago.
 * Two runs never overlap, and one run follows for all calls that came during another.
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
