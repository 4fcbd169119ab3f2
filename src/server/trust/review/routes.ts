import type pg from 'pg'
import * as z from 'zod/mini'
import { paths } from '#shared/site/paths.ts'
import {
  GroupPeople,
  ReviewGroupId,
  ReviewsCount,
  ReviewsPage,
  ReviewsQuery,
  TrustRules,
} from '#shared/list/reviews.ts'
import type { App } from '../../http/server.ts'
import { readGroupPeople, readReviews } from './read-reviews.ts'
import { countHeld } from './review-queries.ts'
import { listRules } from './list-rules.ts'

const Group = z.object({ id: ReviewGroupId })

/** The owner's routes for Review. Register them where a session is required. */
export function trustRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.get(
    paths.api.adminReviews,
    { schema: { querystring: ReviewsQuery, response: { 200: ReviewsPage } } },
    (request) => readReviews(pool, request.query),
  )

  app.get(paths.api.adminReviewsCount, { schema: { response: { 200: ReviewsCount } } }, () => countHeld(pool))

  app.get(
    `${paths.api.adminReviews}/:id`,
    { schema: { params: Group, querystring: ReviewsQuery, response: { 200: GroupPeople } } },
    ({ params, query }) => readGroupPeople(pool, { group: params.id, ...query }),
  )

  app.get(paths.api.adminTrustRules, { schema: { response: { 200: TrustRules } } }, async () => ({
    rules: await listRules(pool),
  }))
}
