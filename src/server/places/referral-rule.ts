import type { RuleInForce } from '#shared/referral-rule.ts'
import { FIRST_RULE, type ReferralRule } from '#site/referral.ts'
import type { Queryable } from '../db/pool.ts'

/** SQL: how many places a friend brings now. */
export const PLACES_NOW = `(select coalesce(places_per_friend, ${FIRST_RULE.places}) from waitlist_counter where id = 1)`

/** SQL: the most places that friends can bring one person now; null for no limit. */
export const CAP_NOW = `(select most_places from waitlist_counter where id = 1)`

/** SQL: how many friends whom nothing proves count for one person now; null for all. */
export const MOST_UNPROVEN_NOW = `(select most_unproven from waitlist_counter where id = 1)`

/** The referral rule in force, with the ceiling. */
export async function readRuleInForce(db: Queryable): Promise<RuleInForce> {
  const { rows } = await db.query<RuleInForce>(
    `select ${PLACES_NOW} as places, ${CAP_NOW} as cap, ${MOST_UNPROVEN_NOW} as most_unproven`,
    [],
  )
  return rows[0]!
}

/** The referral rule in force. */
export async function readRule(db: Queryable): Promise<ReferralRule> {
  const { rows } = await db.query<ReferralRule>(`select ${PLACES_NOW} as places, ${CAP_NOW} as cap`, [])
  return rows[0]!
}
