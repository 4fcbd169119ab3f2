import type { Context } from '../context.ts'
import { readBoardNames, takeOff } from './leaderboard.ts'
import { ROUTES } from '#shared/routes.ts'
import { type App, route } from '../http/route.ts'
import { readCodeVisits } from '../http/counts.ts'
import { readRuleInForce } from '../people/places/referral-rule.ts'
import { addCodes, changeMilestone, decideCodes, previewMilestone, readMilestones, readSpread } from './milestones.ts'
import { inTransaction } from '../db/query.ts'
import { addNamedCode, changeNamedCode, readNamedCodes } from '../joining/codes.ts'

/** Larger than for other requests: many codes. */
const BODY_LIMIT = 4 * 1024 * 1024

export function rewardRoutes(app: App, { dashboardPool: pool, config }: Context) {
  route(app, ROUTES.milestones, async () => ({
    milestones: await readMilestones(pool),
    spread: await readSpread(pool),
  }))

  route(app, ROUTES.previewMilestone, ({ body }) => previewMilestone(pool, body.friends))

  route(app, ROUTES.changeMilestone, ({ params, body }) => changeMilestone(pool, { ...params, ...body }))

  route(app, ROUTES.boardNames, async () => ({
    is_on: config().hasLeaderboard,
    has_page: config().hasLeaderboardPage,
    names: await readBoardNames(pool),
  }))

  route(app, ROUTES.changeBoardName, ({ params, body }) => takeOff(pool, { ...params, ...body }))

  route(app, ROUTES.namedCodes, async () => ({
    codes: await readNamedCodes(pool, await readCodeVisits(pool)),
    bonus: (await readRuleInForce(pool)).bonus,
  }))

  route(app, ROUTES.addNamedCode, ({ body }) => inTransaction(pool, (tx) => addNamedCode(tx, body)))

  route(app, ROUTES.changeNamedCode, ({ params, body }) => changeNamedCode(pool, { ...params, ...body }))

  route(app, ROUTES.addRewardCodes, ({ params, body }) => addCodes(pool, { ...params, ...body }), {
    bodyLimit: BODY_LIMIT,
  })

  route(app, ROUTES.decideRewardCodes, ({ params, body }) => decideCodes(pool, { ...params, ...body }))
}
