import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { ROUTES } from '#shared/routes.ts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { readRuleInForce } from '../people/places/referral-rule.ts'
import { listRules } from './domain-rules.ts'
import { previewRule } from './keep-rule.ts'
import { countWaiting, readReviewPeople, readReviewsPage } from './review.ts'
import type { Queryable } from '../db/query.ts'

type ReadRewards = (db: Queryable) => Promise<RuleInForce['rewards']>

export function ruleRoutes(app: App, { pool }: Context, readRewards: ReadRewards) {
  route(app, ROUTES.referralRule, async () => {
    const [rule, rewards] = await Promise.all([readRuleInForce(pool), readRewards(pool)])
    return { ...rule, rewards }
  })
}

export function trustRoutes(app: App, { dashboardPool: pool }: Context) {
  route(app, ROUTES.reviews, ({ query }) => readReviewsPage(pool, query.cursor))

  route(app, ROUTES.reviewsCount, () => countWaiting(pool))

  route(app, ROUTES.reviewPeople, ({ query: { cursor, ...select } }) => readReviewPeople(pool, select, cursor))

  route(app, ROUTES.trustRules, async () => ({ rules: await listRules(pool) }))

  route(app, ROUTES.previewRule, ({ body }) => previewRule(pool, body))
}
