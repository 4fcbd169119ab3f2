import { paths } from '#shared/site/paths.ts'
import { type ReferralRule, Simulation } from '#shared/joining/referral-rule.ts'
import { post, readAs } from './admin.ts'

/** Where everybody would stand under a rule. It changes nothing. */
export async function simulateRule(rule: ReferralRule): Promise<Simulation> {
  return readAs(Simulation, await post(paths.api.adminSimulations, rule))
}
