import { GroupPeople, ReviewsCount, ReviewsPage, TrustRules } from '#shared/list/reviews.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, withQuery } from './admin.ts'

export function fetchReviews(cursor: string | null): Promise<ReviewsPage> {
  return fetchJson(ReviewsPage, withQuery(paths.api.adminReviews, { cursor: cursor ?? undefined }))
}

export function fetchReviewsCount(): Promise<ReviewsCount> {
  return fetchJson(ReviewsCount, paths.api.adminReviewsCount)
}

export function fetchGroupPeople(group: string, cursor: string | null): Promise<GroupPeople> {
  return fetchJson(
    GroupPeople,
    withQuery(`${paths.api.adminReviews}/${encodeURIComponent(group)}`, { cursor: cursor ?? undefined }),
  )
}

export function fetchTrustRules(): Promise<TrustRules> {
  return fetchJson(TrustRules, paths.api.adminTrustRules)
}
