import * as z from 'zod/mini'
import { paths } from '#shared/site/paths.ts'
import { RuleInForce } from '#shared/joining/referral-rule.ts'
import { firstRule } from '#shared/joining/referral.ts'

export const firstInForce = (): RuleInForce => ({ ...firstRule(), most_unproven: null })

/** The referral rule in force. If the request fails, the rule that applies until the owner sets another one. */
export async function fetchRule(): Promise<RuleInForce> {
  try {
    const response = await fetch(paths.api.referralRule)
    return response.ok ? z.parse(RuleInForce, await response.json()) : firstInForce()
  } catch {
    return firstInForce()
  }
}
