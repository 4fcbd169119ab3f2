import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasRole, type OwnAccount, type Role } from '#shared/owner/accounts.ts'
import { readStoredJson, writeStored } from '../../../storage/storage.ts'
import type { PasskeySignIn, SessionState, SignIn } from '#shared/owner/admin.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, CallError, warn } from '../../../calls/call.ts'

const KEY = 'dashboardAccount'

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { account } = await fetchSession()
    writeStored('localStorage', KEY, account && JSON.stringify(account))
    return account
  },
  // Begins with the account of the last visit, so that no button appears late. The server enforces access.
  initialData: lastAccount,
  initialDataUpdatedAt: 0,
})

/** Null while that is not known. */
export function useAccount(): OwnAccount | null {
  return useQuery(sessionQuery).data
}

/** Null until the server has said so in this session. */
export function useAccountId(): string | null {
  const { data, dataUpdatedAt } = useQuery(sessionQuery)
  return dataUpdatedAt > 0 && data ? data.id : null
}

export function lastAccount(): OwnAccount | null {
  return readStoredJson('localStorage', KEY) as OwnAccount | null
}

export function useMay(role: Role): boolean {
  const account = useAccount()
  return account !== null && hasRole(account.role, role)
}

export function May({ needs, children }: { needs: Role; children: ReactNode }) {
  return useMay(needs) && <>{children}</>
}

export type SignInOutcome = 'signed-in' | 'refused' | 'unreachable' | { waitSeconds: number }

const TOO_MANY = 429

export type Login = Pick<SignIn, 'email' | 'password'> | Pick<PasskeySignIn, 'answer'>

export function signIn(login: Login): Promise<SignInOutcome> {
  const signing = 'answer' in login ? call(ROUTES.signInWithPasskey, login) : call(ROUTES.signIn, login)
  return signing.then(() => 'signed-in' as const, outcomeOf)
}

function outcomeOf(error: unknown): SignInOutcome {
  warn('Signing in failed', error)
  if (!(error instanceof CallError) || error.status === null) return 'unreachable'
  if (error.status === TOO_MANY) return { waitSeconds: error.retryAfter ?? 60 }
  return error.status < 500 ? 'refused' : 'unreachable'
}

/** False also if the server does not answer. */
export async function hasSession(): Promise<boolean> {
  return fetchSession().then(
    ({ authenticated }) => authenticated,
    () => false,
  )
}

/** Throws if the server does not answer. */
export function fetchSession(): Promise<SessionState> {
  return call(ROUTES.session, {}, { timeLimitMs: 10_000 })
}

/** Null on success, otherwise the reason. */
export function prove(password: string): Promise<string | null> {
  return call(ROUTES.prove, { password }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof CallError) || error.status === null)
        return 'The server can’t be reached right now. Please try again in a moment.'
      if (error.status === 403) return 'That is not your password.'
      return error.status === TOO_MANY
        ? 'That was too many wrong passwords. Please wait a minute, then try again.'
        : 'That didn’t work. Please try again.'
    },
  )
}
