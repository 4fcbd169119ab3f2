import { ROUTES } from '#shared/routes.ts'
import type { Challenge, StampResponse } from '#shared/joining/join.ts'
import { timeLimit } from '../timing/time-limit.ts'

let proof: Promise<string | null> | null = null

/** Null on failure: joining works without. */
export async function openVisit(code: string | null): Promise<string | null> {
  const query = code === null ? '' : `?${new URLSearchParams({ code })}`
  try {
    const answer = await fetch(ROUTES.formStamp.path + query, { signal: timeLimit(10_000) })
    if (!answer.ok) return null
    const { stamp, challenge } = (await answer.json()) as StampResponse
    if (challenge) proof ??= solve(challenge)
    return stamp
  } catch {
    return null
  }
}

export function visitProof(): Promise<string | null> {
  return proof ?? Promise.resolve(null)
}

export async function prove(challenge: Challenge): Promise<boolean> {
  proof = solve(challenge)
  return (await proof) !== null
}

export function endVisit() {
  proof = null
}

/** A worker that takes longer is stuck, or its file does not load. */
const LONGEST_MS = 30_000

function solve(challenge: Challenge): Promise<string | null> {
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
