import * as z from 'zod/mini'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

const instant = z.iso.datetime()
const count = z.int()

export const MOST_MILESTONES = 3
export const LONGEST_REWARD = 120
const LONGEST_CODE = 100
const MOST_CODES_AT_ONCE = 20_000
/** The owner hears when so few codes are left. */
export const FEW_CODES = 10

export const REWARD_STATES = ['earned', 'handed-out', 'taken-back'] as const
export type RewardState = (typeof REWARD_STATES)[number]

/** What happens when a reward is handed out. `code`: a mail with a code from the owner's list. */
export const DOES = ['nothing', 'tag', 'code', 'webhook', 'invitation'] as const
export type Does = (typeof DOES)[number]

const FriendsWanted = z.int().check(z.minimum(1), z.maximum(10_000))

/** `note`: how to use the code. `includes_existing`: whoever has the friends already earns it too. */
export const milestoneFields = {
  friends: FriendsWanted,
  words: text(LONGEST_REWARD),
  does: z.enum(DOES),
  note: z._default(text(MAX_LENGTH.name, { blank: true }), ''),
  includes_existing: z.boolean(),
}

export const MilestoneWords = z.strictObject({ words: milestoneFields.words, note: milestoneFields.note })

const Milestone = z.object({
  id: z.string(),
  friends: count,
  words: z.string(),
  does: z.enum(DOES),
  tag: z.nullable(z.string()),
  note: z.string(),
  created_at: instant,
  ended_at: z.nullable(instant),
  earned: count,
  handed_out: count,
  taken_back: count,
  /** They wait for a code. */
  waiting: count,
  codes: z.nullable(z.object({ unused: count, perhaps_used: count, given: count })),
})
export type Milestone = z.infer<typeof Milestone>
/** `friends`: who count and have an inviter. `second`: whose inviter is one of them. */
const Spread = z.object({ people: count, inviters: count, friends: count, second: count })
export type Spread = z.infer<typeof Spread>
export const Milestones = z.object({ milestones: z.array(Milestone), spread: Spread })

export const MilestoneToPreview = z.strictObject({ friends: FriendsWanted })
export const MilestonePreview = z.object({
  people: count,
  first: z.array(z.object({ id: z.string(), email: z.string(), referrals: count })),
})
export type MilestonePreview = z.infer<typeof MilestonePreview>

/** One on each line. */
export const CodesToAdd = z.strictObject({
  codes: z.string().check(
    z.refine((codes) => readCodes(codes).length > 0, 'must have a code'),
    z.refine((codes) => readCodes(codes).length <= MOST_CODES_AT_ONCE, `may have ${MOST_CODES_AT_ONCE} at once`),
    z.refine(
      (codes) => readCodes(codes).every((code) => code.length <= LONGEST_CODE && /^[^\p{C}]+$/u.test(code)),
      `must be codes of up to ${LONGEST_CODE} characters, one on each line`,
    ),
  ),
})
/** `known`: codes that some list has already. */
export const CodesAdded = z.object({ added: count, known: count })
/** What happens to the codes that may have been used after the backup that the list was restored from. */
export const CodesDecision = z.strictObject({ use: z.boolean() })

export function readCodes(text: string): string[] {
  return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean)
}

/** `because`: why it was taken back; `before`: reached before there was the reward. */
export const Reward = z.object({
  milestone_id: z.string(),
  friends: count,
  words: z.string(),
  state: z.enum(REWARD_STATES),
  because: z.nullable(z.enum(['below', 'owner', 'before'])),
  reached_at: instant,
  handed_out_at: z.nullable(instant),
  code: z.nullable(z.string()),
})
export type Reward = z.infer<typeof Reward>

const ONE = `[\\da-f-]{36}:(${REWARD_STATES.join('|')})`
/** `<milestone>:<state>`, or several with `|` between them. */
export const RewardFilter = z
  .string()
  .check(
    z.maxLength(MAX_LENGTH.freeText),
    z.regex(new RegExp(`^${ONE}(\\|${ONE})*$`), 'must be a reward and a state, such as <id>:earned'),
  )
