import { queryOptions } from '@tanstack/react-query'
import { fetchAccountNames, fetchAccounts, fetchOwnSessions } from '../../../api/admin/accounts.ts'
import { fetchOwnPasskeys } from '../../../api/admin/passkeys.ts'

export const accountsQuery = queryOptions({ queryKey: ['accounts'], queryFn: fetchAccounts })
export const accountNamesQuery = queryOptions({ queryKey: ['accounts', 'names'], queryFn: fetchAccountNames })
export const ownSessionsQuery = queryOptions({ queryKey: ['accounts', 'sessions'], queryFn: fetchOwnSessions })
export const ownPasskeysQuery = queryOptions({ queryKey: ['accounts', 'passkeys'], queryFn: fetchOwnPasskeys })
