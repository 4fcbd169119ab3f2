import * as z from 'zod/mini'

/** The bounds of a rule. */
export const MOST_PLACES_PER_FRIEND = 50
const MOST_PLACES = 1_000_000

/**
 * `places`: the places that each friend brings. `cap`: the most places that friends can bring one person; null for no
 * limit.
 */
export const RuleFields = {
  places: z.int().check(z.minimum(0), z.maximum(MOST_PLACES_PER_FRIEND)),
  cap: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_PLACES))), null),
}
export const ReferralRule = z.object(RuleFields)
export type ReferralRule = z.infer<typeof ReferralRule>

/**
 * The answer of `GET /api/referral-rule`. `most_unproven`: the most friends who count before they press a button in a
 * mail; null for no limit.
 */
export const RuleInForce = z.object({ ...RuleFields, most_unproven: z._default(z.nullable(z.int()), null) })
export type RuleInForce = z.infer<typeof RuleInForce>

/** The body of `POST /api/admin/simulations`. */
export const SimulationRequest = z.strictObject(RuleFields)

const Standing = z.object({ position: z.int(), place: z.int() })
const Moved = z.object({
  id: z.string(),
  email: z.string(),
  referrals: z.int(),
  before: Standing,
  after: Standing,
})
export type Moved = z.infer<typeof Moved>

/**
 * The answer of `POST /api/admin/simulations`: the line now, and as it would be if the rule applied to every friend.
 */
export const Simulation = z.object({
  now: ReferralRule,
  rule: ReferralRule,
  /** The number of people in line, and the number of them whose position would change. */
  people: z.int(),
  moved: z.int(),
  /** The number of people who share #1. */
  first: z.object({ before: z.int(), after: z.int() }),
  /**
   * `stay`: how many of the first hundred in line would stay among them. `hundred`: everybody who is, or would be,
   * among the first hundred.
   */
  stay: z.int(),
  hundred: z.array(Moved),
  /** The people who would gain the most places in line, and those who would lose the most. */
  gain: z.array(Moved),
  lose: z.array(Moved),
})
export type Simulation = z.infer<typeof Simulation>
