import * as z from 'zod/mini'
import { Day } from '../values/days.ts'

const count = z.int()
const instant = z.iso.datetime()

export const LONGEST_NAMED_CODE = 24

/** `ends_on`: the last day. `most`: people. */
const limits = {
  ends_on: z._default(z.nullable(Day), null),
  most: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
}

export const NewNamedCode = z.strictObject({
  code: z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z\d][A-Z\d-]*[A-Z\d]$/, 'must be letters without accents, digits and dashes'),
        z.minLength(3, 'must have at least 3 characters'),
        z.maxLength(LONGEST_NAMED_CODE, `must have at most ${LONGEST_NAMED_CODE} characters`),
      ),
    z.string(),
  ),
  ...limits,
})

export const NamedCodeChange = z.strictObject({ ...limits, is_ended: z.boolean() })

/**
 * `confirmed`: also accepted or let in. `counted`: neither rejected nor waiting for a look. `visits`: counted since
 * `visits_since`, since when `joined_since` joined.
 */
export const NamedCode = z.object({
  code: z.string(),
  ends_on: z.nullable(z.string()),
  most: z.nullable(count),
  created_at: instant,
  is_ended: z.boolean(),
  is_in_force: z.boolean(),
  joined: count,
  confirmed: count,
  counted: count,
  visits: count,
  visits_since: instant,
  joined_since: count,
})
export type NamedCode = z.infer<typeof NamedCode>

export const NamedCodes = z.object({ codes: z.array(NamedCode), bonus: count })
