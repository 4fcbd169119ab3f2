import type pg from 'pg'
import { paths } from '#shared/paths.ts'
import { ReviewsPage, ReviewsQuery } from '#shared/reviews.ts'
import type { App } from '../http/server.ts'
import { readReviews } from './read-reviews.ts'

/** The owner's route for what waits to be judged. Register it where a session is required. */
export function trustRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.get(
    paths.api.adminReviews,
    { schema: { querystring: ReviewsQuery, response: { 200: ReviewsPage } } },
    (request) => readReviews(pool, request.query),
  )
}
