import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchEndpointLog, fetchEndpoints } from '../../../api/admin/endpoints.ts'
import { fetchKeys } from '../../../api/admin/keys.ts'

export const keysQuery = queryOptions({ queryKey: ['programs', 'keys'], queryFn: fetchKeys, meta: { isLive: false } })

export const endpointsQuery = queryOptions({
  queryKey: ['programs', 'endpoints'],
  queryFn: fetchEndpoints,
  refetchInterval: 5_000,
  meta: { isLive: false },
})

export const endpointLogQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['programs', 'log', id],
    queryFn: ({ pageParam }) => fetchEndpointLog(id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: 5_000,
    meta: { isLive: false },
  })
