import type { ReferralRule, RuleInForce } from '#shared/joining/referral-rule.ts'
import { firstRule } from '#shared/joining/referral.ts'
import type { Queryable } from '../db/pool.ts'

/** As in `listing/rows/counter.ts`, past no old version. */
const FROM_COUNTER = 'from waitlist_counter order by id desc limit 1'

/** SQL: the number of places that a friend brings now. */
export function placesNow(): string {
  return `(select coalesce(places_per_friend, ${firstRule().places}) ${FROM_COUNTER})`
}

/** SQL: the most places that friends can bring one person now; null for no limit. */
export const CAP_NOW = `(select most_places ${FROM_COUNTER})`

/** SQL: the most unproven friends that count for one person now; null for no limit. */
export const MOST_UNPROVEN_NOW = `(select most_unproven ${FROM_COUNTER})`

/** The referral rule in force, with the most unproven friends that count. */
export async function readRuleInForce(db: Queryable): Promise<RuleInForce> {
  const { rows } = await db.query<RuleInForce>(
    `select ${placesNow()} as places, ${CAP_NOW} as cap, ${MOST_UNPROVEN_NOW} as most_unproven`,
    [],
  )
  return rows[0]!
}

/** The referral rule in force. */
export async function readRule(db: Queryable): Promise<ReferralRule> {
  const { rows } = await db.query<ReferralRule>(`select ${placesNow()} as places, ${CAP_NOW} as cap`, [])
  return rows[0]!
}
