import type { ReferralRule, RuleInForce } from '#shared/joining/referral-rule.ts'
import { firstRule } from '#shared/joining/referral.ts'
import { FROM_COUNTER } from '../events/record-events.ts'
import { findRow, type Queryable } from '../../db/query.ts'

/** `most`: of unproven friends; null for no limit. Entries that stand under another `number` are counted again. */
export function ruleNow(): string {
  return `select coalesce(places_per_friend, ${firstRule().places}) as places, most_places as cap, bonus, most_unproven as most,
    rule as number ${FROM_COUNTER}`
}

export async function readRuleInForce(db: Queryable): Promise<Omit<RuleInForce, 'rewards'>> {
  return (await findRow<Omit<RuleInForce, 'rewards'>>(
    db,
    `select places, cap, bonus, most as most_unproven from (${ruleNow()}) as rule`,
    [],
  ))!
}

export async function readRule(db: Queryable): Promise<ReferralRule> {
  return (await findRow<ReferralRule>(db, `select places, cap from (${ruleNow()}) as rule`, []))!
}

export function standsOf(entry: string): string {
  return `(not ${entry}.is_rejected and not ${entry}.is_doubtful)`
}

export function placesOf(friends: string, entry = 'f'): string {
  return `(${bonusOf(entry)} + least(coalesce(rule.cap, 2000000000)::bigint, rule.places::bigint * (${friends} - ${entry}.resting_friends))::integer)`
}

export function bonusOf(entry: string): string {
  return `(case when (${entry}.inviter_id is not null or ${entry}.named_code is not null) and ${standsOf(entry)} then rule.bonus else 0 end)`
}
