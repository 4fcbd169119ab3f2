import * as z from 'zod/mini'
import { EntryAct, Note } from './acts.ts'
import { FurtherAnswers } from '../site/answer-schema.ts'
import { STATES } from './filters.ts'
import { EntryMark } from './reviews.ts'
import { EntryInvitation } from './waves.ts'

const instant = z.iso.datetime()

/** Answers as they are stored. */
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

/** An entry as the owner sees it. */
export const Entry = z.object({
  id: z.string(),
  email: z.string(),
  /** Null if the person gave no name. */
  full_name: z.nullable(z.string()),
  position: z.int(),
  referral_code: z.string(),
  /** The referral code as the person typed it, even if no entry has it. */
  used_referral_code: z.nullable(z.string()),
  /** The number of friends who moved this person up. */
  referrals: z.int(),
  /** The place in launch order, starting at 1; null if the person cannot be invited at present. */
  rank: z.nullable(z.int()),
  ...answers,
  created_at: instant,
  /** The position when the person joined, before any friend moved them up. */
  joined_position: z.int(),
  /** Whether the used referral code belongs to another person. */
  is_referred: z.boolean(),
  /** The problem that stops mail to this address; null if there is none. */
  mail_problem: z.nullable(z.enum(['bounce', 'complaint'])),
  /** The source in the link that the person followed. */
  utm_source: z.nullable(z.string()),
  state: z.enum(STATES),
  rejected: z.boolean(),
  /** Whether a mark is open: they count for nobody until the owner accepts them. */
  doubtful: z.boolean(),
  /** Null if the person has not confirmed the address, or did not have to. */
  confirmed_at: z.nullable(instant),
  tags: z.array(z.string()),
  /** What their join itself showed. The server always sends this field. */
  marks: z.optional(z.array(EntryMark)),
})
export type Entry = z.infer<typeof Entry>

/** The answer of `GET /api/admin/entries`, whose query is `EntriesQuery`. The total number is in the `Summary`. */
export const EntriesPage = z.object({
  entries: z.array(Entry),
  /** The cursor of the next page; null on the last page. */
  next_cursor: z.nullable(z.string()),
})
export type EntriesPage = z.infer<typeof EntriesPage>

const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })

/**
 * Why a friend counts, or not: `look`, a mark waits for the owner; `confirm`, until they confirm their email; `beyond`, ten
 * at their domain count already, and the owner has to accept them.
 */
const CreditState = z.enum(['counted', 'look', 'confirm', 'beyond', 'rejected'])

/** The number of friends by state. States without friends are missing. */
const FriendCounts = z.partialRecord(CreditState, z.int())
export type FriendCounts = z.infer<typeof FriendCounts>

/** A friend on the list who joined with this entry's code, and what they bring. */
const Credit = z.object({
  friend: PersonLink,
  places: z.int(),
  state: CreditState,
  created_at: instant,
  /** The inviter's position since the friend joined. */
  position: z.int(),
  /**
   * The number of places that the friend moved the inviter up. It is smaller than `places` near the front, because
   * nobody goes above #1.
   */
  moved: z.int(),
})
export type Credit = z.infer<typeof Credit>

const creditsPage = {
  /** Oldest first. */
  credits: z.array(Credit),
  /** The cursor of the page with the earlier credits; null if there are none. */
  next_cursor: z.nullable(z.string()),
}

/**
 * The answer of `GET /api/admin/entries/:id/credits`, whose query is `CreditsQuery`: the newest twenty, or the twenty
 * before the cursor.
 */
export const CreditsPage = z.object(creditsPage)
export type CreditsPage = z.infer<typeof CreditsPage>

export const CreditsQuery = z.object({
  /** The `next_cursor` of a `CreditsPage`, or of the history in an `EntryDetail`. */
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type CreditsQuery = z.infer<typeof CreditsQuery>

/** The fields of an entry that a profile has and a list leaves out. */
const profileFields = {
  /** Whether the person was rejected and erased, and joined again while the rejection was still remembered. */
  rejected_before: z.boolean(),
  /** Whether the answers came from a browser that holds no token of the entry: somebody else may have sent them. */
  unproven: z.boolean(),
  /** The same for the name. */
  name_unproven: z.boolean(),
  /** The reason that the mail server or service gave; null without a problem. */
  mail_problem_reason: z.nullable(z.string()),
}

const entryLog = {
  tags: z.array(z.string()),
  /** The newest twenty notes. Each note is also an act. */
  notes: z.array(Note),
  /** The newest twenty changes by the owner's acts. Earlier ones are at `GET /api/admin/entries/:id/acts`. */
  acts: z.array(EntryAct),
  /** The cursor of the page with the earlier acts; null if there are none. */
  next_acts_cursor: z.nullable(z.string()),
  /** Newest first. */
  invitations: z.array(EntryInvitation),
}
const EntryLog = z.object(entryLog)
/** The part of an entry's history that the owner's acts wrote. */
export type EntryLog = z.infer<typeof EntryLog>

/** The answer of `GET /api/admin/entries/:id`: an entry and its history. */
export const EntryDetail = z.object({
  entry: z.object({ ...Entry.shape, ...profileFields }),
  /** The person's rank, and the number of people ahead and behind; null if the person has no rank. */
  place: z.nullable(z.object({ rank: z.int(), ahead: z.int(), behind: z.int() })),
  history: z.object({
    ...entryLog,
    /** The person whose code was used; null if there is none. */
    referrer: z.nullable(PersonLink),
    /**
     * The number of friends whom the person had brought to another list before the import, and the places that these
     * friends count for; null if there are none.
     */
    imported: z.nullable(z.object({ friends: z.int(), places: z.int() })),
    /** The UTM values in the link that the person followed. */
    link: z.object({
      source: z.nullable(z.string()),
      medium: z.nullable(z.string()),
      campaign: z.nullable(z.string()),
    }),
    /** All referral codes of the person, oldest first. */
    codes: z.array(z.string()),
    /** The newest page of credits. Earlier ones are at `GET /api/admin/entries/:id/credits`. */
    ...creditsPage,
    /** The number of all credits. `friends`: the number in each state. */
    credit_count: z.int(),
    friends: FriendCounts,
    /** The earlier answers, newest first, at most twenty. `unproven` has the same meaning as for the entry. */
    revisions: z.array(z.object({ ...answers, replaced_at: instant, unproven: z.boolean() })),
  }),
})
export type EntryDetail = z.infer<typeof EntryDetail>

/**
 * The answer of `GET /api/admin/referrers`, whose query is `Filters`: the ten people who brought the most friends in
 * the period. The period applies to the friends, and the other filters to the referrers.
 */
export const TopReferrers = z.object({
  referrers: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      business_name: z.nullable(z.string()),
      /** The number of friends who joined in the period and moved the referrer up. */
      referrals: z.int(),
    }),
  ),
})
export type TopReferrers = z.infer<typeof TopReferrers>
