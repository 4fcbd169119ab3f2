import { paths } from '#shared/site/paths.ts'
import { type ReferralRule, Simulation } from '#shared/joining/referral-rule.ts'
import { post, readAs } from './admin.ts'

/** The positions that everybody would have under a rule. Changes nothing. */
export async function simulateRule(rule: ReferralRule): Promise<Simulation> {
  return readAs(Simulation, await post(paths.api.adminSimulations, rule))
}
