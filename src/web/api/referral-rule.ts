import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'
import { ReferralRule, type ReferralRule as Rule } from '#shared/referral-rule.ts'
import { firstRule } from '#shared/referral.ts'

/** What a friend brings now. A page that cannot ask says what the first rule says. */
export async function fetchRule(): Promise<Rule> {
  try {
    const response = await fetch(paths.api.referralRule)
    return response.ok ? z.parse(ReferralRule, await response.json()) : firstRule()
  } catch {
    return firstRule()
  }
}
