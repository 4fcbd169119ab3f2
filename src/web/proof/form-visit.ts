import { ROUTES } from '#shared/routes.ts'
import type { Challenge, StampResponse } from '#shared/joining/join.ts'
import { timeLimit } from '../timing/time-limit.ts'
import { solve } from './solve.ts'

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
