import type { Challenge } from '#shared/joining/join.ts'

/** A worker that takes longer is stuck, or its file does not load. */
const LONGEST_MS = 30_000

export function solve(challenge: Challenge): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = startSolver()
    if (!worker) return resolve(null)
    const end = (proof: string | null) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(proof)
    }
    const deadline = setTimeout(() => end(null), LONGEST_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    worker.postMessage(challenge)
  })
}

/** Null if the browser, or an extension of it, refuses workers. */
function startSolver(): Worker | null {
  try {
    return new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}
