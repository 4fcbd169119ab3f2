import { firstRule } from '#shared/joining/referral.ts'
import type { RuleInForce } from '#shared/joining/referral-rule.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from './call.ts'

export const firstInForce = (): RuleInForce => ({ ...firstRule(), bonus: 0, most_unproven: null, rewards: [] })

export function fetchRule(): Promise<RuleInForce> {
  return call(ROUTES.referralRule).catch(firstInForce)
}
