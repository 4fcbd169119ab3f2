import { infiniteQueryOptions } from '@tanstack/react-query'
import type { LogQuery } from '#shared/list/acts.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

const WHILE_RUNNING_MS = 1_500
const REFRESH_MS = 30_000

export const actsQuery = (filters: Omit<LogQuery, 'cursor'>) =>
  infiniteQueryOptions({
    queryKey: ['acts', filters],
    queryFn: ({ pageParam }) => call(ROUTES.acts, { ...filters, cursor: pageParam ?? undefined }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ acts }) => acts.some(({ finished_at }) => finished_at === null))
        ? WHILE_RUNNING_MS
        : REFRESH_MS,
  })

/** One act with those whom it left out, page by page. */
export const actQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['acts', id],
    queryFn: ({ pageParam }) => call(ROUTES.act, { id, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
