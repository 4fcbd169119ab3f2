import * as z from 'zod/mini'

const instant = z.iso.datetime()

/** `reason` completes a sentence that begins with 'This person'. */
export const EntryMark = z.object({ mark: z.string(), reason: z.string() })
export type EntryMark = z.infer<typeof EntryMark>

/** `waiting`: they count for nobody yet. `contested`: another inviter claims them, and nobody has proven them. */
const OF = ['contested', 'waiting', 'marked', 'network', 'domain', 'answers', 'moment'] as const

/**
 * Only undecided friends. Without `inviter`: people with a mark whom no inviter brought. `of`: only those who share
 * this `value`.
 */
export const FriendsOf = z.strictObject({
  inviter: z.optional(z.uuid().check(z.toLowerCase())),
  of: z.optional(z.enum(OF)),
  value: z.optional(z.string().check(z.maxLength(300))),
})
export type FriendsOf = z.infer<typeof FriendsOf>

/** `value` of a network or of answers is a hash. */
const Share = z.object({ of: z.enum(OF), value: z.string(), people: z.int() })
export type ReviewShare = z.infer<typeof Share>

/** The numbers leave out friends about whom the owner has decided. */
const Inviter = z.object({
  id: z.string(),
  email: z.string(),
  referral_code: z.string(),
  position: z.int(),
  /** Without the friends who count now, and if the owner accepted those who wait. */
  without: z.int(),
  with_all: z.int(),
  friends: z.int(),
  counting: z.int(),
  waiting: z.int(),
  marked: z.int(),
  contested: z.int(),
  invited: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  shares: z.array(Share),
})
export type ReviewInviter = z.infer<typeof Inviter>

export const ReviewsCount = z.object({ people: z.int(), has_friends: z.boolean() })
export type ReviewsCount = z.infer<typeof ReviewsCount>

const cursor = z.optional(z.string().check(z.maxLength(400)))

export const ReviewsQuery = z.object({ cursor })

/** `alone`: people with a mark whom no inviter brought. `is_flooded`: some joins need a proof of work. */
export const ReviewsPage = z.object({
  inviters: z.array(Inviter),
  alone: z.int(),
  is_flooded: z.boolean(),
  next_cursor: z.nullable(z.string()),
})
export type ReviewsPage = z.infer<typeof ReviewsPage>

export const ReviewPeopleQuery = z.strictObject({ ...FriendsOf.shape, cursor })

export const ReviewPeople = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      at: instant,
      counts: z.boolean(),
      has_confirmed: z.boolean(),
      reasons: z.array(z.string()),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
export type ReviewPeople = z.infer<typeof ReviewPeople>
export type ReviewPerson = ReviewPeople['people'][number]

const ListedRule = z.object({
  value: z.string(),
  verdict: z.enum(['trust', 'refuse']),
  act_id: z.string(),
  since: instant,
  people: z.int(),
})
export type ListedRule = z.infer<typeof ListedRule>

export const TrustRules = z.object({ rules: z.array(ListedRule) })
export type TrustRules = z.infer<typeof TrustRules>
