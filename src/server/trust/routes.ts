import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { readRuleInForce } from '../places/referral-rule.ts'
import { listRules } from './domain-rules.ts'
import { previewRule } from './keep-rule.ts'
import { countWaiting, readReviewPeople, readReviewsPage } from './review.ts'

type Dependencies = { pool: pg.Pool }

export function ruleRoutes(app: App, { pool }: Dependencies) {
  route(app, ROUTES.referralRule, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await readRuleInForce(pool)),
  )
}

export function trustRoutes(app: App, { pool }: Dependencies) {
  route(app, ROUTES.reviews, ({ query }) => readReviewsPage(pool, query.cursor))

  route(app, ROUTES.reviewsCount, () => countWaiting(pool))

  route(app, ROUTES.reviewPeople, ({ query: { cursor, ...select } }) => readReviewPeople(pool, select, cursor))

  route(app, ROUTES.trustRules, async () => ({ rules: await listRules(pool) }))

  route(app, ROUTES.previewRule, ({ body }) => previewRule(pool, body))
}
