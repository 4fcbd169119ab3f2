import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { addCodes, changeMilestone, decideCodes, previewMilestone, readMilestones, readSpread } from './milestones.ts'

/** Larger than for other requests: many codes. */
const BODY_LIMIT = 4 * 1024 * 1024

export function rewardRoutes(app: App, { pool }: { pool: pg.Pool }) {
  route(app, ROUTES.milestones, async () => ({
    milestones: await readMilestones(pool),
    spread: await readSpread(pool),
  }))

  route(app, ROUTES.previewMilestone, ({ body }) => previewMilestone(pool, body.friends))

  route(app, ROUTES.changeMilestone, ({ params, body }) => changeMilestone(pool, { ...params, ...body }))

  route(app, ROUTES.addRewardCodes, ({ params, body }) => addCodes(pool, { ...params, ...body }), {
    bodyLimit: BODY_LIMIT,
  })

  route(app, ROUTES.decideRewardCodes, ({ params, body }) => decideCodes(pool, { ...params, ...body }))
}
