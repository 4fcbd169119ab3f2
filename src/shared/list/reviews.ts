import * as z from 'zod/mini'

const instant = z.iso.datetime()

/** A signal for or against an entry. `reason` completes a sentence that begins with 'This person'. */
export const EntrySignal = z.object({
  signal: z.string(),
  /** A friend's signals hold a credit from 100 points on. A trust rule of the owner has negative points. */
  points: z.int(),
  reason: z.string(),
  /** The facts behind the signal, such as the number of similar friends. */
  evidence: z.unknown(),
  at: instant,
})
export type EntrySignal = z.infer<typeof EntrySignal>

/** Reads the signals of entries. The returned function gives the signals of one of them. */
export type ReadSignals = (ids: string[]) => Promise<(id: string) => EntrySignal[]>

const GROUP_KINDS = ['code', 'network', 'answers', 'domain', 'moment', 'tree', 'alone'] as const
export type GroupKind = (typeof GROUP_KINDS)[number] | 'mark'

/** The id of a group or a line: the referrer's entry id for a code, 'alone', or a kind and a key: `domain:x.com`. */
export const ReviewGroupId = z.string().check(
  z.maxLength(300),
  z.regex(/^([0-9a-f-]{36}|alone|(network|answers|moment):-?\d{1,19}|tree:[0-9a-f-]{36}|domain:\S+|mark:[a-z-]+)$/, {
    error: 'must be a group of a review',
  }),
)

/**
 * A trait that people of a group share: a code, a network, answers, a domain, the ten seconds in which they joined, a
 * tree of invitations, or a reason for doubt (`mark`).
 */
const Line = z.object({
  /** An act refers to the line by this id, in `select: { group, line }`. */
  id: z.string(),
  kind: z.enum([...GROUP_KINDS, 'mark']),
  /** The code, the domain or the name of the mark; null for other kinds. */
  name: z.nullable(z.string()),
  /** The number of people who share the trait and about whom the owner has not decided. */
  people: z.int(),
})
export type ReviewLine = z.infer<typeof Line>

const Outcomes = z.object({ people: z.int(), bounced: z.int(), confirmed: z.int(), let_in: z.int() })

/** People who have something in common. Nothing changes for them until the owner decides. */
export const ReviewGroup = z.object({
  /** A `ReviewGroupId`. An act refers to the group by this id, in `select: { group }`. */
  id: z.string(),
  kind: z.enum(GROUP_KINDS),
  /** The code or the domain; null for other kinds. */
  name: z.nullable(z.string()),
  /**
   * `people`: those about whom the owner has not decided. Of these, `held` people count for nobody until the owner
   * decides, and `invited` people have an open invitation.
   */
  people: z.int(),
  held: z.int(),
  invited: z.int(),
  /** The numbers of distinct codes, networks, answers and domains among these people. */
  codes: z.int(),
  networks: z.int(),
  answers: z.int(),
  domains: z.int(),
  /** Whether the people invited each other in a ring. */
  is_ring: z.boolean(),
  first_at: instant,
  last_at: instant,
  /**
   * The places of the credits for these people. `gained`: those that count. `waiting`: those that are held or wait.
   */
  gained: z.int(),
  waiting: z.int(),
  lines: z.array(Line),
  /** The outcomes of all people of the group, including those about whom the owner has decided. */
  outcomes: z.object({ ...Outcomes.shape, accepted: z.int(), rejected: z.int() }),
  /** The person who has the code; null for other kinds. */
  referrer: z.nullable(
    z.object({
      id: z.string(),
      email: z.nullable(z.string()),
      referral_code: z.string(),
      position: z.int(),
      joined_position: z.int(),
      credited_places: z.int(),
      joined_at: instant,
      is_doubtful: z.boolean(),
      counted: z.int(),
      /** Friends that an imported file counts without naming them. */
      imported: z.int(),
      held: z.int(),
      rejected: z.int(),
    }),
  ),
})
export type ReviewGroup = z.infer<typeof ReviewGroup>

/**
 * The answer of `GET /api/admin/reviews/count`: the number of people who wait for the owner's decision, and whether
 * anybody has brought a friend.
 */
export const ReviewsCount = z.object({ people: z.int(), has_friends: z.boolean() })
export type ReviewsCount = z.infer<typeof ReviewsCount>

const cursor = z.optional(z.string().check(z.maxLength(400)))

/** The query of `GET /api/admin/reviews`, and of the people of one group. */
export const ReviewsQuery = z.object({ cursor })

/**
 * A person of a group. `counts`: whether the referrer got places for this person. Each of the `reasons` completes a
 * sentence that begins with 'This person'.
 */
const GroupPerson = z.object({
  id: z.string(),
  email: z.string(),
  at: instant,
  counts: z.boolean(),
  reasons: z.array(z.string()),
})
export type GroupPerson = z.infer<typeof GroupPerson>

/** The answer of `GET /api/admin/reviews/:id`: people in the order in which they joined. */
export const GroupPeople = z.object({ people: z.array(GroupPerson), next_cursor: z.nullable(z.string()) })
export type GroupPeople = z.infer<typeof GroupPeople>

const ListedRule = z.object({
  subject: z.enum(['domain', 'block']),
  /** The domain, or the keyed hash of the network. */
  value: z.string(),
  verdict: z.enum(['hold', 'trust']),
  /** The act whose undo ends the rule. */
  act_id: z.string(),
  since: instant,
  /** The number of people on the list to whom the rule applies, and the email of the newest of them. */
  people: z.int(),
  example: z.nullable(z.string()),
})
export type ListedRule = z.infer<typeof ListedRule>

/** The answer of `GET /api/admin/trust-rules`: the rules in force, the newest first. */
export const TrustRules = z.object({ rules: z.array(ListedRule) })
export type TrustRules = z.infer<typeof TrustRules>

/**
 * The answer of `GET /api/admin/reviews`: the largest gain first. `rates`: the outcomes of the newest people on the
 * whole list, for comparison.
 */
export const ReviewsPage = z.object({
  groups: z.array(ReviewGroup),
  rates: Outcomes,
  next_cursor: z.nullable(z.string()),
})
export type ReviewsPage = z.infer<typeof ReviewsPage>
