import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { fetchPersonActs, previewAct } from '../../../api/admin/acts.ts'
import { fetchGroupPeople, fetchReviews, fetchReviewsCount, fetchTrustRules } from '../../../api/admin/reviews.ts'

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ['reviews'],
  queryFn: ({ pageParam }) => fetchReviews(pageParam),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
})

export const groupPeopleQuery = (group: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', group],
    queryFn: ({ pageParam }) => fetchGroupPeople(group, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Fetched again for each row that was decided elsewhere, but not at each live event. */
export const personActsQuery = (id: string) =>
  queryOptions({
    queryKey: ['person-acts', id],
    queryFn: () => fetchPersonActs(id),
    gcTime: 0,
    meta: { isLive: false },
  })

export const reviewsCountQuery = queryOptions({ queryKey: ['reviews-count'], queryFn: fetchReviewsCount })

export const trustRulesQuery = queryOptions({ queryKey: ['trust-rules'], queryFn: fetchTrustRules })

export const previewQuery = (request: ActRequest) =>
  queryOptions({ queryKey: ['preview', request], queryFn: () => previewAct(request), refetchInterval: false })
