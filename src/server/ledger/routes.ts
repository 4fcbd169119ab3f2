import type pg from 'pg'
import { paths } from '#shared/site/paths.ts'
import { RuleInForce, Simulation, SimulationRequest } from '#shared/joining/referral-rule.ts'
import type { App } from '../http/server.ts'
import { readRuleInForce } from '../places/referral-rule.ts'
import { simulateRule } from './simulate-rule.ts'

type Dependencies = { pool: pg.Pool }

/** The referral rule in force, for the pages that state it. */
export function ruleRoutes(app: App, { pool }: Dependencies) {
  app.get(paths.api.referralRule, { schema: { response: { 200: RuleInForce } } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await readRuleInForce(pool)),
  )
}

/** The owner's route for trying a rule. Register it where a session is required. */
export function simulationRoutes(app: App, { pool }: Dependencies) {
  app.post(
    paths.api.adminSimulations,
    { schema: { body: SimulationRequest, response: { 200: Simulation } } },
    ({ body }) => simulateRule(pool, body),
  )
}
