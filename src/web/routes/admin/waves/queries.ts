import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { InvitationState, WavePreviewRequest } from '#shared/list/waves.ts'
import { call } from '../../../calls/call.ts'

const WHILE_SENDING_MS = 3_000
const REFRESH_MS = 30_000

type First = string | null

export const wavesQuery = infiniteQueryOptions({
  queryKey: ['waves'],
  queryFn: ({ pageParam }) => call(ROUTES.waves, { ...(pageParam !== null && { cursor: pageParam }) }),
  initialPageParam: null as First,
  getNextPageParam: ({ next_cursor }) => next_cursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ waves }) => waves.some(({ waiting, ready_at }) => waiting > 0 || ready_at === null))
      ? WHILE_SENDING_MS
      : REFRESH_MS,
})

export const waveQuery = (id: string, state: InvitationState | null) =>
  infiniteQueryOptions({
    queryKey: ['waves', id, state],
    queryFn: ({ pageParam }) =>
      call(ROUTES.wave, { id, ...(state && { state }), ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as First,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const conversionQuery = queryOptions({
  queryKey: ['waves', 'conversion'],
  queryFn: () => call(ROUTES.conversion).then(({ conversion }) => conversion),
})

type Asked = Omit<WavePreviewRequest, 'offset'>

export const wavePreviewQuery = (asked: Asked) =>
  infiniteQueryOptions({
    queryKey: ['wave-preview', asked],
    queryFn: ({ pageParam: offset }) => call(ROUTES.previewWave, { ...asked, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ next_offset }) => next_offset,
    refetchInterval: false,
  })
