import type { SessionState } from '#shared/admin.ts'
import { paths } from '#shared/paths.ts'
import { sendJson } from './send-json.ts'

export type SignInOutcome = 'signed-in' | 'wrong-password' | 'unreachable' | { waitSeconds: number }

export async function signIn(password: string): Promise<SignInOutcome> {
  try {
    const response = await sendJson(paths.api.adminSession, { password })
    if (response.ok) return 'signed-in'
    if (response.status === 429) return { waitSeconds: Number(response.headers.get('retry-after')) || 60 }
    return response.status < 500 ? 'wrong-password' : 'unreachable'
  } catch (error) {
    console.warn('Signing in failed', error)
    return 'unreachable'
  }
}

/** Whether this browser has a session. Also false if the server does not answer. */
export async function hasSession(): Promise<boolean> {
  try {
    const response = await fetch(paths.api.adminSession, { signal: AbortSignal.timeout(10_000) })
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
