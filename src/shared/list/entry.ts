import * as z from 'zod/mini'
import { EntryAct, Note } from './acts.ts'
import { FurtherAnswers } from '../site/answer-schema.ts'
import { STATES } from './filters.ts'
import { EntryMark } from './reviews.ts'
import { Reward } from './rewards.ts'
import { EntryInvitation } from './waves.ts'

const instant = z.iso.datetime()

export const answers = {
  business_name: z.nullable(z.string()),
  is_solo_provider: z.nullable(z.boolean()),
  job_industry: z.nullable(z.string()),
  problems: z.array(z.string()),
  other_problem: z.nullable(z.string()),
  goals: z.array(z.string()),
  other_goal: z.nullable(z.string()),
  price_range: z.nullable(z.string()),
  further_answers: FurtherAnswers,
}

export const Entry = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  position: z.int(),
  referral_code: z.string(),
  used_referral_code: z.nullable(z.string()),
  /** A code of the owner's that they joined with. */
  named_code: z.nullable(z.string()),
  referrals: z.int(),
  rank: z.nullable(z.int()),
  ...answers,
  created_at: instant,
  joined_position: z.int(),
  is_referred: z.boolean(),
  mail_problem: z.nullable(z.enum(['bounce', 'complaint'])),
  utm_source: z.nullable(z.string()),
  language: z.string(),
  state: z.enum(STATES),
  rejected: z.boolean(),
  /** A mark is open: they count for nobody until the owner accepts them. */
  doubtful: z.boolean(),
  confirmed_at: z.nullable(instant),
  tags: z.array(z.string()),
  rewards: z.array(Reward),
  marks: z.optional(z.array(EntryMark)),
})
export type Entry = z.infer<typeof Entry>

export const EntriesPage = z.object({
  entries: z.array(Entry),
  next_cursor: z.nullable(z.string()),
})
export type EntriesPage = z.infer<typeof EntriesPage>

const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })

/**
 * `look`: a mark waits for the owner. `confirm`: until they confirm their email. `beyond`: ten at their domain count
 * already.
 */
const CreditState = z.enum(['counted', 'look', 'confirm', 'beyond', 'rejected'])

const FriendCounts = z.partialRecord(CreditState, z.int())
export type FriendCounts = z.infer<typeof FriendCounts>

const Credit = z.object({
  friend: PersonLink,
  places: z.int(),
  state: CreditState,
  created_at: instant,
  position: z.int(),
  /** Smaller than `places` near the front, because nobody goes above #1. */
  moved: z.int(),
})
export type Credit = z.infer<typeof Credit>

const creditsPage = {
  credits: z.array(Credit),
  next_cursor: z.nullable(z.string()),
}

export const CreditsPage = z.object(creditsPage)
export type CreditsPage = z.infer<typeof CreditsPage>

export const CreditsQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type CreditsQuery = z.infer<typeof CreditsQuery>

const profileFields = {
  /** Rejected and erased, and joined again while the rejection was remembered. */
  rejected_before: z.boolean(),
  unproven: z.boolean(),
  name_unproven: z.boolean(),
  mail_problem_reason: z.nullable(z.string()),
}

const entryLog = {
  tags: z.array(z.string()),
  notes: z.array(Note),
  acts: z.array(EntryAct),
  next_acts_cursor: z.nullable(z.string()),
  invitations: z.array(EntryInvitation),
}
const EntryLog = z.object(entryLog)
export type EntryLog = z.infer<typeof EntryLog>

export const EntryDetail = z.object({
  entry: z.object({ ...Entry.shape, ...profileFields }),
  place: z.nullable(z.object({ rank: z.int(), ahead: z.int(), behind: z.int() })),
  history: z.object({
    ...entryLog,
    referrer: z.nullable(PersonLink),
    imported: z.nullable(z.object({ friends: z.int(), places: z.int() })),
    link: z.object({
      source: z.nullable(z.string()),
      medium: z.nullable(z.string()),
      campaign: z.nullable(z.string()),
    }),
    codes: z.array(z.string()),
    ...creditsPage,
    credit_count: z.int(),
    friends: FriendCounts,
    revisions: z.array(z.object({ ...answers, replaced_at: instant, unproven: z.boolean() })),
  }),
})
export type EntryDetail = z.infer<typeof EntryDetail>

/** The period applies to the friends, the other filters to the referrers. */
export const TopReferrers = z.object({
  referrers: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      business_name: z.nullable(z.string()),
      referrals: z.int(),
    }),
  ),
})
export type TopReferrers = z.infer<typeof TopReferrers>
