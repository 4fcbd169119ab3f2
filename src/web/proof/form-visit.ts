import { ROUTES } from '#shared/routes.ts'
import type { StampResponse } from '#shared/joining/join.ts'
import type { Challenge } from '#shared/owner/proof.ts'
import { timeLimit } from '../timing/time-limit.ts'
import { solve } from './solve.ts'

/** The proof of this visit, pending or ready. It is valid for one submission. */
let proof: Promise<string | null> | null = null

/**
 * Tells the server that the form was opened. Returns the server's signed stamp. Null on failure, which is harmless:
 * joining works without a stamp. If joins with this code need a proof, works it out while the person answers.
 */
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

/** The proof for this visit's join, once it is worked out; null if there is none. */
export function visitProof(): Promise<string | null> {
  return proof ?? Promise.resolve(null)
}

/** Works out the proof that the server asks for. False if this browser cannot. */
export async function prove(challenge: Challenge): Promise<boolean> {
  proof = solve(challenge)
  return (await proof) !== null
}

/** Discards the proof, because the next submission in this tab needs its own. */
export function endVisit() {
  proof = null
}
