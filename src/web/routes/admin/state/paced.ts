export const REFRESH_MS = 1500

/** Runs `work` at most every `ms`, never twice at once. All calls during a run lead to one more run. */
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
