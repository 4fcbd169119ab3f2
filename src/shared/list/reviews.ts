import * as z from 'zod/mini'

const instant = z.iso.datetime()

/** A mark of an entry. `reason` completes a sentence that begins with 'This person'. */
export const EntryMark = z.object({ mark: z.string(), reason: z.string() })
export type EntryMark = z.infer<typeof EntryMark>

/** Reads the marks of entries. The returned function gives the marks of one of them. */
export type ReadMarks = (ids: string[]) => Promise<(id: string) => EntryMark[]>

/** What friends of one inviter may have in common. `waiting`: they count for nobody yet. */
const OF = ['waiting', 'marked', 'network', 'domain', 'answers', 'moment'] as const

/**
 * The friends of an inviter about whom the owner has not decided; without `inviter`, people with a mark whom no inviter
 * brought. `of`, with a `value` from `GET /api/admin/reviews`: only those who share it.
 */
export const FriendsOf = z.strictObject({
  inviter: z.optional(z.uuid().check(z.toLowerCase())),
  of: z.optional(z.enum(OF)),
  value: z.optional(z.string().check(z.maxLength(300))),
})
export type FriendsOf = z.infer<typeof FriendsOf>

/** The largest group of an inviter's friends that shares something. `value` of a network or of answers is a hash. */
const Share = z.object({ of: z.enum(OF), value: z.string(), people: z.int() })
export type ReviewShare = z.infer<typeof Share>

/** An inviter. The numbers of friends leave out those about whom the owner has decided. */
const Inviter = z.object({
  id: z.string(),
  email: z.string(),
  referral_code: z.string(),
  position: z.int(),
  /** The position without the friends who count now, and the one if the owner accepted those who wait. */
  without: z.int(),
  with_all: z.int(),
  friends: z.int(),
  counting: z.int(),
  waiting: z.int(),
  marked: z.int(),
  /** Friends with an open invitation. */
  invited: z.int(),
  /** Friends about whom the owner has decided. */
  accepted: z.int(),
  rejected: z.int(),
  shares: z.array(Share),
})
export type ReviewInviter = z.infer<typeof Inviter>

/**
 * The answer of `GET /api/admin/reviews/count`: the number of people who wait for the owner's decision, and whether
 * anybody has brought a friend.
 */
export const ReviewsCount = z.object({ people: z.int(), has_friends: z.boolean() })
export type ReviewsCount = z.infer<typeof ReviewsCount>

const cursor = z.optional(z.string().check(z.maxLength(400)))

/** The query of `GET /api/admin/reviews`. */
export const ReviewsQuery = z.object({ cursor })

/**
 * The answer of `GET /api/admin/reviews`: inviters, the largest gain first. `alone`: people with a mark whom no inviter
 * brought. `is_flooded`: some joins have to bring a proof of work.
 */
export const ReviewsPage = z.object({
  inviters: z.array(Inviter),
  alone: z.int(),
  is_flooded: z.boolean(),
  next_cursor: z.nullable(z.string()),
})
export type ReviewsPage = z.infer<typeof ReviewsPage>

/** The query of `GET /api/admin/reviews/people`. */
export const ReviewPeopleQuery = z.strictObject({ ...FriendsOf.shape, cursor })

/** The answer of `GET /api/admin/reviews/people`, in the order of joining. Each reason completes 'This person …'. */
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
  /** The domain. */
  value: z.string(),
  verdict: z.enum(['trust', 'refuse']),
  /** The act whose undo ends the rule. */
  act_id: z.string(),
  since: instant,
  /** The number of people at this domain on the list. */
  people: z.int(),
})
export type ListedRule = z.infer<typeof ListedRule>

/** The answer of `GET /api/admin/trust-rules`: the rules in force, the newest first. */
export const TrustRules = z.object({ rules: z.array(ListedRule) })
export type TrustRules = z.infer<typeof TrustRules>
