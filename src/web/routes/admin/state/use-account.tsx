import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type OwnAccount, type Role, hasRole } from '#shared/owner/accounts.ts'
import { fetchSession } from './sign-in-calls.ts'
import { readStoredJson, writeStored } from '../../../storage/storage.ts'

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
