import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import type { FriendsOf } from '#shared/list/reviews.ts'
import { call } from '../../../calls/call.ts'

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  queryFn: ({ pageParam }) => call(ROUTES.reviews, { ...(pageParam !== null && { cursor: pageParam }) }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
})

export const reviewPeopleQuery = (select: FriendsOf) =>
  infiniteQueryOptions({
    queryKey: ['reviews', select],
    queryFn: ({ pageParam }) =>
      call(ROUTES.reviewPeople, { ...select, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Fetched again for each row that was decided elsewhere, but not at each live event. */
export const personActsQuery = (id: string) =>
  queryOptions({
    queryKey: ['person-acts', id],
    queryFn: () => call(ROUTES.entryActs, { id }),
    gcTime: 0,
    meta: { isLive: false },
  })

export const reviewsCountQuery = queryOptions({ queryKey: ['reviews-count'], queryFn: () => call(ROUTES.reviewsCount) })

export const trustRulesQuery = queryOptions({ queryKey: ['trust-rules'], queryFn: () => call(ROUTES.trustRules) })

export const previewQuery = (request: ActRequest) =>
  queryOptions({
    queryKey: ['preview', request],
    queryFn: () => call(ROUTES.previewAct, request),
    refetchInterval: false,
  })
