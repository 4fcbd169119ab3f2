/**
 * The minimum time between refreshes while many people join. The server reports a join within a second, and the screen
 * usually shows it after at most one such pause.
 */
export const REFRESH_MS = 1500

/**
 * Throttles `work`. A call runs it immediately, or as soon as the previous run has ended and at least `ms` have passed
 * since that run began. Runs never overlap. All calls during a run lead to one further run.
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
