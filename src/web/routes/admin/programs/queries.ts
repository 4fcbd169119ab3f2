import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

export const keysQuery = queryOptions({
  queryKey: ['programs', 'keys'],
  queryFn: () => call(ROUTES.keys).then(({ keys }) => keys),
  meta: { isLive: false },
})

export const endpointsQuery = queryOptions({
  queryKey: ['programs', 'endpoints'],
  queryFn: () => call(ROUTES.webhooks),
  refetchInterval: 5_000,
  meta: { isLive: false },
})

export const endpointLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['programs', 'log', id],
    queryFn: ({ pageParam }) =>
      call(ROUTES.webhookDeliveries, { id, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: 5_000,
    meta: { isLive: false },
  })

/** What changes of keys and webhooks read again. */
export const REFRESH = { refresh: ['programs'] }
