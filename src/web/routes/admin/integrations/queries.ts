import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { DeliveriesQuery, MailQuery } from '#shared/owner/deliveries.ts'
import { fetchBackups } from '../../../api/admin/backups.ts'
import { fetchDeliveries, fetchIntegrations, fetchMail, fetchSyncState } from '../../../api/admin/integrations.ts'

const WHILE_SYNCING_MS = 2_000
const REFRESH_MS = 30_000

export const integrationsQuery = queryOptions({ queryKey: ['integrations'], queryFn: fetchIntegrations })

/** Polled frequently while a backup is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['integrations', 'backups'],
  queryFn: fetchBackups,
  refetchInterval: ({ state }) => (state.data?.is_under_way ? WHILE_SYNCING_MS : REFRESH_MS),
})

export const deliveriesQuery = (query: Omit<DeliveriesQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: ['integrations', 'deliveries', query],
    queryFn: ({ pageParam: cursor }) => fetchDeliveries({ ...query, ...(cursor && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const mailQuery = (query: MailQuery) =>
  queryOptions({ queryKey: ['integrations', 'mail', query], queryFn: () => fetchMail(query), refetchInterval: false })

/** The last sync run, polled frequently while it is in progress. */
export const syncQuery = queryOptions({
  queryKey: ['integrations', 'sync'],
  queryFn: fetchSyncState,
  refetchInterval: ({ state }) => (state.data?.run?.result === null ? WHILE_SYNCING_MS : REFRESH_MS),
})

/** Refetches everything about the integrations after an action. */
export function refreshIntegrations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: integrationsQuery.queryKey })
}
