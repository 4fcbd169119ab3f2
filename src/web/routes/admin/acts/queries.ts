import { ROUTES } from '#shared/routes.ts'
import type { LogQuery } from '#shared/list/acts.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../calls/call.ts'

const WHILE_RUNNING_MS = 1_500
const REFRESH_MS = 30_000

/** A filter that is not set is undefined. */
export type LogFilters = Omit<LogQuery, 'cursor'>

/** The log, polled frequently while an act is under way. */
export const actsQuery = (filters: LogFilters) =>
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

/** One act with the people that it left out, page by page. */
export const actQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['acts', id],
    queryFn: ({ pageParam }) => call(ROUTES.act, { id: id, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
