import * as z from 'zod/mini'
import { type PasskeySignIn, SessionState, type SignIn } from '#shared/owner/admin.ts'
import { paths } from '#shared/site/paths.ts'
import type { Challenge } from '#shared/owner/proof.ts'
import { solve } from '../../proof/solve.ts'
import { sendJson } from '../send-json.ts'
import { timeLimit } from '../../timing/time-limit.ts'

export type SignInOutcome = 'signed-in' | 'refused' | 'unreachable' | { waitSeconds: number }

const TOO_MANY = 429
/** The maximum number of proofs for one sign-in. The server can refuse a proof if many clients send proofs at once. */
const MOST_PROOFS = 3

/** The credentials of a sign-in: email and password, or the answer of a passkey. */
export type Login = Pick<SignIn, 'email' | 'password'> | Pick<PasskeySignIn, 'answer'>

/** Signs in. If the server asks for a proof, calls `onProving`, works out the proof and tries again. */
export async function signIn(login: Login, onProving: () => void): Promise<SignInOutcome> {
  const path = 'answer' in login ? paths.api.adminPasskey : paths.api.adminSession
  try {
    let response = await sendJson(path, login)
    for (let proofs = 0; response.status === TOO_MANY && proofs < MOST_PROOFS; proofs += 1) {
      const challenge = await challengeOf(response)
      if (!challenge) break
      onProving()
      const proof = await solve(challenge)
      if (proof === null) break
      response = await sendJson(path, { ...login, proof })
    }
    if (response.ok) return 'signed-in'
    if (response.status === TOO_MANY) return { waitSeconds: Number(response.headers.get('retry-after')) || 60 }
    return response.status < 500 ? 'refused' : 'unreachable'
  } catch (error) {
    console.warn('Signing in failed', error)
    return 'unreachable'
  }
}

/** Null if the server asks for no proof, or if a proxy answers instead of the server. */
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
    return (await fetchSession()).authenticated
  } catch {
    return false
  }
}

/** The session of this browser. Throws if the server does not answer. */
export async function fetchSession(): Promise<SessionState> {
  const response = await fetch(paths.api.adminSession, { signal: timeLimit(10_000) })
  return z.parse(SessionState, await response.json())
}

/** Confirms the identity of the account with its password. Returns null on success, otherwise the reason. */
export async function prove(password: string): Promise<string | null> {
  try {
    const response = await sendJson(paths.api.adminProof, { password })
    if (response.ok) return null
    if (response.status === 403) return 'That is not your password.'
    return response.status === TOO_MANY
      ? 'That was too many wrong passwords. Please wait a minute, then try again.'
      : 'That did not work. Please try again.'
  } catch {
    return 'The server cannot be reached right now. Please try again in a moment.'
  }
}

/** Ends the session. False if that failed, so the session is still open. */
export async function signOut(): Promise<boolean> {
  try {
    return (await fetch(paths.api.adminSession, { method: 'DELETE' })).ok
  } catch {
    return false
  }
}
