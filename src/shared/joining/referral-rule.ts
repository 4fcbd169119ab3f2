import * as z from 'zod/mini'

/** The bounds of a rule. */
export const MOST_PLACES_PER_FRIEND = 50
const MOST_PLACES = 1_000_000

/** What a friend brings, and the most places that friends can bring one person; null for no limit. */
export const RuleFields = {
  places: z.int().check(z.minimum(0), z.maximum(MOST_PLACES_PER_FRIEND)),
  cap: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_PLACES))), null),
}
export const ReferralRule = z.object(RuleFields)
export type ReferralRule = z.infer<typeof ReferralRule>

/** The answer of `GET /api/referral-rule`. `most_unproven`: how many friends count before they press a button; null for all. */
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

/** The answer of `POST /api/admin/simulations`: the line now, and as it would be if the rule held for every friend. */
export const Simulation = z.object({
  now: ReferralRule,
  rule: ReferralRule,
  /** How many people stand in line, and how many of them would have another position. */
  people: z.int(),
  moved: z.int(),
  /** How many share #1. */
  first: z.object({ before: z.int(), after: z.int() }),
  /** The first hundred in line: how many of them would still be there, and everybody who is or would be. */
  stay: z.int(),
  hundred: z.array(Moved),
  /** Those who would gain, and lose, the most places in line. */
  gain: z.array(Moved),
  lose: z.array(Moved),
})
export type Simulation = z.infer<typeof Simulation>
