import * as z from 'zod/mini'
import { FurtherAnswers } from './answer-schema.ts'

const instant = z.iso.datetime()

const answers = {
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

/** A person on the list, as the owner sees them. */
export const Entry = z.object({
  id: z.string(),
  email: z.string(),
  position: z.int(),
  referral_code: z.string(),
  /** As typed, also when it is nobody's. */
  used_referral_code: z.nullable(z.string()),
  /** How many friends moved them up. */
  referrals: z.int(),
  ...answers,
  created_at: instant,
  /** The place they joined at, before any friend moved them. */
  joined_position: z.int(),
  /** Whether the code they used was somebody's. */
  is_referred: z.boolean(),
  /** Where the link they followed said that it stands. */
  utm_source: z.nullable(z.string()),
})
export type Entry = z.infer<typeof Entry>

/** The answer of `GET /api/admin/entries`, whose query is `EntriesQuery`. How many there are in all is the summary's. */
export const EntriesPage = z.object({
  entries: z.array(Entry),
  /** For the next page; null on the last. */
  next_cursor: z.nullable(z.string()),
})
export type EntriesPage = z.infer<typeof EntriesPage>

const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })

/** A friend whose joining moved this entry, or would have. */
const Credit = z.object({
  /** The friend; `email` is null once erased. */
  friend: PersonLink,
  places: z.int(),
  /** Only what is counted moves: `held` waits for the owner, `rejected` never will. */
  state: z.enum(['counted', 'held', 'rejected']),
  created_at: instant,
  /** The position after it. */
  position: z.int(),
})
export type Credit = z.infer<typeof Credit>

const creditsPage = {
  /** The oldest first. */
  credits: z.array(Credit),
  /** For the page of the credits before these; null when there are none. */
  next_cursor: z.nullable(z.string()),
}

/** The answer of `GET /api/admin/entries/:id/credits`, whose query is `CreditsQuery`: the newest twenty, or the twenty before others. */
export const CreditsPage = z.object(creditsPage)
export type CreditsPage = z.infer<typeof CreditsPage>

export const CreditsQuery = z.object({
  /** The `next_cursor` of a page, or of the entry itself. */
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type CreditsQuery = z.infer<typeof CreditsQuery>

/** The answer of `GET /api/admin/entries/:id`: an entry, and how it came to be what it is. */
export const EntryDetail = z.object({
  entry: Entry,
  history: z.object({
    /** Whose code brought them; null for nobody's. */
    referrer: z.nullable(PersonLink),
    /** Every code that works for them, the oldest first. */
    codes: z.array(z.string()),
    /** The page that leads to today's position; those before are at `/credits`. */
    ...creditsPage,
    /** How many there are in all. */
    credit_count: z.int(),
    /** What they had answered before they joined again, the newest first; twenty at most. */
    revisions: z.array(z.object({ ...answers, replaced_at: instant })),
  }),
})
export type EntryDetail = z.infer<typeof EntryDetail>

/** The answer of `GET /api/admin/referrers`, whose query is `Filters`: who of those brought most friends, ten at most. */
export const TopReferrers = z.object({
  referrers: z.array(
    z.object({ id: z.string(), email: z.string(), business_name: z.nullable(z.string()), referrals: z.int() }),
  ),
})
export type TopReferrers = z.infer<typeof TopReferrers>
