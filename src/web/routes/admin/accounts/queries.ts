import { queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => call(ROUTES.accounts).then(({ accounts }) => accounts),
})
export const accountNamesQuery = queryOptions({
  queryKey: ['accounts', 'names'],
  queryFn: () => call(ROUTES.accountNames).then(({ accounts }) => accounts),
})
export const ownSessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: () => call(ROUTES.ownSessions).then(({ sessions }) => sessions),
})
export const ownPasskeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: () => call(ROUTES.ownPasskeys),
})

/** What changes of accounts read again. */
export const REFRESH = { refresh: ['accounts', 'session'] }
