import { type QueryClient, infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import type { DeliveriesQuery, MailQuery } from '#shared/owner/deliveries.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

const WHILE_SYNCING_MS = 2_000
const REFRESH_MS = 30_000

export const integrationsQuery = queryOptions({ queryKey: ['integrations'], queryFn: () => call(ROUTES.integrations) })

export const backupsQuery = queryOptions({
  queryKey: ['integrations', 'backups'],
  queryFn: () => call(ROUTES.backups),
  refetchInterval: ({ state }) => (state.data?.is_under_way ? WHILE_SYNCING_MS : REFRESH_MS),
})

export const deliveriesQuery = (query: Omit<DeliveriesQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: ['integrations', 'deliveries', query],
    queryFn: ({ pageParam: cursor }) => call(ROUTES.deliveries, { ...query, ...(cursor && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const mailQuery = (query: MailQuery) =>
  queryOptions({
    queryKey: ['integrations', 'mail', query],
    queryFn: () => call(ROUTES.mail, query),
    refetchInterval: false,
  })

export const syncQuery = queryOptions({
  queryKey: ['integrations', 'sync'],
  queryFn: () => call(ROUTES.sync),
  refetchInterval: ({ state }) => (state.data?.run?.result === null ? WHILE_SYNCING_MS : REFRESH_MS),
})

export function refreshIntegrations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: integrationsQuery.queryKey })
}

export function useHasUnsynced({ enabled }: { enabled: boolean }): boolean {
  const { data } = useQuery({ ...integrationsQuery, enabled })
  const beehiiv = data?.integrations.find(({ service }) => service === 'beehiiv')
  if (!beehiiv?.is_set_up) return false
  return beehiiv.channels.some(({ waiting, failed, kept }) => waiting + failed + kept > 0)
}
