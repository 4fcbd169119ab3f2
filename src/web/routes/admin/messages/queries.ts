import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { UpdateDraft, UpdatePeopleQuery } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'

export const UPDATES = 'updates'
const WHILE_SENDING_MS = 3_000
const REFRESH_MS = 30_000

export const updatesQuery = queryOptions({
  queryKey: [UPDATES],
  queryFn: () => call(ROUTES.updates, {}),
  refetchInterval: ({ state }) =>
    state.data?.updates.some((one) => one.state === 'sending') ? WHILE_SENDING_MS : REFRESH_MS,
})

export const updateQuery = (id: string) =>
  queryOptions({
    queryKey: [UPDATES, id],
    queryFn: () => call(ROUTES.update, { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? WHILE_SENDING_MS : REFRESH_MS),
  })

export const unreachedQuery = (id: string, which: UpdatePeopleQuery['which']) =>
  infiniteQueryOptions({
    queryKey: [UPDATES, id, which],
    queryFn: ({ pageParam }) =>
      call(ROUTES.updatePeople, { id, which, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Who would get an update with these filters now. */
export const reachedQuery = (filters: UpdateDraft['filters']) =>
  queryOptions({
    queryKey: ['update-preview', filters],
    queryFn: () => call(ROUTES.previewUpdate, { filters }),
  })
