import type { SessionState } from '#shared/admin.ts'
import { paths } from '#shared/paths.ts'
import type { Challenge } from '#shared/proof.ts'
import { solve } from '../proof/solve.ts'
import { sendJson } from './send-json.ts'
import { timeLimit } from './time-limit.ts'

export type SignInOutcome = 'signed-in' | 'wrong-password' | 'unreachable' | { waitSeconds: number }

const TOO_MANY = 429
/** While others work out proofs too, one may come too late. */
const MOST_PROOFS = 3

/** Signs in. If others are trying passwords, works out a proof and tries again; `onProving` is called before that. */
export async function signIn(password: string, onProving: () => void): Promise<SignInOutcome> {
  try {
    let response = await sendJson(paths.api.adminSession, { password })
    for (let proofs = 0; response.status === TOO_MANY && proofs < MOST_PROOFS; proofs += 1) {
      const challenge = await challengeOf(response)
      if (!challenge) break
      onProving()
      const proof = await solve(challenge)
      if (proof === null) break
      response = await sendJson(paths.api.adminSession, { password, proof })
    }
    if (response.ok) return 'signed-in'
    if (response.status === TOO_MANY) return { waitSeconds: Number(response.headers.get('retry-after')) || 60 }
    return response.status < 500 ? 'wrong-password' : 'unreachable'
  } catch (error) {
    console.warn('Signing in failed', error)
    return 'unreachable'
  }
}

/** Null where the server asks for none, or a proxy answers instead of it. */
async function challengeOf(response: Response): Promise<Challenge | null> {
  try {
    return ((await response.clone().json()) as { challenge?: Challenge }).challenge ?? null
  } catch {
    return null
  }
}

/** Whether this browser has a session. Also false if the server does not answer. */
export async function hasSession(): Promise<boolean> {
  try {
    const response = await fetch(paths.api.adminSession, { signal: timeLimit(10_000) })
    return response.ok && ((await response.json()) as SessionState).authenticated
  } catch {
    return false
  }
}

/** False if the server could not be reached, so the session is still open. */
export async function signOut(): Promise<boolean> {
  try {
    return (await fetch(paths.api.adminSession, { method: 'DELETE' })).ok
  } catch {
    return false
  }
}
