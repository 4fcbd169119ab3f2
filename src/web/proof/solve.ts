import type { Challenge } from '#shared/join.ts'

/** The proof that answers a challenge; null if this browser cannot work it out. */
export function solve(challenge: Challenge): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./solver.ts', import.meta.url), { type: 'module' })
    const end = (proof: string | null) => {
      worker.terminate()
      resolve(proof)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    worker.postMessage(challenge)
  })
}
