import type pg from 'pg'
import { paths } from '#shared/paths.ts'
import { ReferralRule, Simulation, SimulationRequest } from '#shared/referral-rule.ts'
import type { App } from '../http/server.ts'
import { readRule } from '../places/referral-rule.ts'
import { simulateRule } from './simulate-rule.ts'

type Dependencies = { pool: pg.Pool }

/** The referral rule in force, for the pages that state it. */
export function ruleRoutes(app: App, { pool }: Dependencies) {
  app.get(paths.api.referralRule, { schema: { response: { 200: ReferralRule } } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await readRule(pool)),
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
