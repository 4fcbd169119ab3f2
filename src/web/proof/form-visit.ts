import type { Challenge, StampResponse } from '#shared/join.ts'
import { paths } from '#shared/paths.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { solve } from './solve.ts'

/** When the form was opened, as the server has signed it. A reload keeps it. */
const STAMP = 'formStamp'

/** The proof that is being worked out, or was. It is good for one submission. */
let proof: Promise<string | null> | null = null

/**
 * Tells the server that the form was opened. If joins with this code need a proof, it is worked out while the person
 * answers. Nobody needs a stamp to join, so a failure is none.
 */
export async function openVisit(code: string | null): Promise<void> {
  const query = code === null ? '' : `?${new URLSearchParams({ code })}`
  try {
    const answer = await fetch(paths.api.stamp + query, { signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) return
    const { stamp, challenge } = (await answer.json()) as StampResponse
    if (readStored('sessionStorage', STAMP) === null) writeStored('sessionStorage', STAMP, stamp)
    if (challenge) proof ??= solve(challenge)
  } catch {
    // Joining does not depend on it.
  }
}

/** What this visit adds to the join. */
export async function sentWithJoin(): Promise<{ stamp?: string; proof?: string }> {
  const stamp = readStored('sessionStorage', STAMP)
  const worked = await proof
  return { ...(stamp !== null && { stamp }), ...(worked && { proof: worked }) }
}

/** Works out the proof that the server asks for. False if this browser cannot. */
export async function prove(challenge: Challenge): Promise<boolean> {
  proof = solve(challenge)
  return (await proof) !== null
}

/** The next person in this tab opens a form of their own. */
export function endVisit() {
  writeStored('sessionStorage', STAMP, null)
  proof = null
}
