import * as z from 'zod/mini'

export const MOST_PLACES_PER_FRIEND = 50
const MOST_PLACES = 1_000_000

/** `cap`: the most places that friends can bring one person; null for no limit. */
const RuleFields = {
  places: z.int().check(z.minimum(0), z.maximum(MOST_PLACES_PER_FRIEND)),
  cap: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(MOST_PLACES))), null),
}
export const ReferralRule = z.object(RuleFields)
export type ReferralRule = z.infer<typeof ReferralRule>

export const RuleOfListFields = {
  ...RuleFields,
  bonus: z._default(z.int().check(z.minimum(0), z.maximum(MOST_PLACES_PER_FRIEND)), 0),
}
export const RuleOfList = z.strictObject(RuleOfListFields)
export type RuleOfList = z.infer<typeof RuleOfList>

export const RuleInForce = z.object({
  ...RuleOfListFields,
  most_unproven: z._default(z.nullable(z.int()), null),
  rewards: z._default(z.array(z.object({ friends: z.int(), reward: z.string() })), []),
})
export type RuleInForce = z.infer<typeof RuleInForce>

export const RulePreview = z.object({ up: z.int(), down: z.int(), stay: z.int(), first: z.int() })
export type RulePreview = z.infer<typeof RulePreview>
