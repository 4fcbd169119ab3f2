import * as z from 'zod/mini'

const instant = z.iso.datetime()

/** A signal against an entry. `reason` completes 'This person …'. */
export const EntrySignal = z.object({
  signal: z.string(),
  /** A mark has 100 points, which hold; a rule of the owner's that trusts somebody takes points away. */
  points: z.int(),
  reason: z.string(),
  /** What was seen, such as how many friends are alike. */
  evidence: z.unknown(),
  at: instant,
})
export type EntrySignal = z.infer<typeof EntrySignal>

/** Reads the signals of entries, and returns those of each. */
export type ReadSignals = (ids: string[]) => Promise<(id: string) => EntrySignal[]>

/** What a choice would do to the queue. */
const Effect = z.object({
  /** The referrer's position before and after; null without a referrer. */
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  /** Accepting: how many people the referrer would pass. Rejecting: how many people would move up. */
  people: z.int(),
})

/** Held people who have something in common: the code that they used, or that they used none. */
export const ReviewGroup = z.object({
  /** For `select: { group }` of an act: the referrer's entry, or 'alone'. */
  id: z.string(),
  /** In words: '34 friends of K7P2QX in 50 minutes: 31 at disposable domains, 28 answered in under two seconds'. */
  title: z.string(),
  /** The weightiest first. */
  signals: z.array(z.object({ signal: z.string(), reason: z.string(), entries: z.int() })),
  /** How many people are held. */
  entries: z.int(),
  /** How many of them have an open invitation, which a rejection ends. */
  invited: z.int(),
  first_at: instant,
  last_at: instant,
  /** The places that wait for them. */
  held_places: z.int(),
  /**
   * The most frequent ones, for `select: { domain }` and `{ block }`, without the domains of everybody. A block is a keyed
   * hash of a network.
   */
  domains: z.array(z.object({ domain: z.string(), entries: z.int() })),
  blocks: z.array(z.object({ block: z.string(), entries: z.int() })),
  referrer: z.nullable(
    z.object({
      id: z.string(),
      email: z.nullable(z.string()),
      referral_code: z.string(),
      position: z.int(),
      joined_position: z.int(),
      joined_at: instant,
      is_doubtful: z.boolean(),
      counted: z.int(),
      held: z.int(),
      rejected: z.int(),
    }),
  ),
  if_accepted: Effect,
  if_rejected: Effect,
})
export type ReviewGroup = z.infer<typeof ReviewGroup>

/** The answer of `GET /api/admin/reviews/count`: how many people wait for the owner. */
export const ReviewsCount = z.object({ people: z.int() })
export type ReviewsCount = z.infer<typeof ReviewsCount>

const cursor = z.optional(z.string().check(z.maxLength(400)))

/** The query of `GET /api/admin/reviews`, and of the people of one group. */
export const ReviewsQuery = z.object({ cursor })

/** A held person of a group, with the reasons: each completes 'This person …'. */
const HeldPerson = z.object({ id: z.string(), email: z.string(), at: instant, reasons: z.array(z.string()) })
export type HeldPerson = z.infer<typeof HeldPerson>

/** The answer of `GET /api/admin/reviews/:id`: the first to join come first. */
export const HeldPeople = z.object({ people: z.array(HeldPerson), next_cursor: z.nullable(z.string()) })
export type HeldPeople = z.infer<typeof HeldPeople>

const ListedRule = z.object({
  subject: z.enum(['domain', 'block']),
  /** The domain, or the keyed hash of the network. */
  value: z.string(),
  verdict: z.enum(['hold', 'trust']),
  /** The act whose undo ends the rule. */
  act_id: z.string(),
  since: instant,
  /** How many people on the list it is about, and the address of the last of them. */
  people: z.int(),
  example: z.nullable(z.string()),
})
export type ListedRule = z.infer<typeof ListedRule>

/** The answer of `GET /api/admin/trust-rules`: the rules in force, the newest first. */
export const TrustRules = z.object({ rules: z.array(ListedRule) })
export type TrustRules = z.infer<typeof TrustRules>

/** The answer: the largest groups first. */
export const ReviewsPage = z.object({ groups: z.array(ReviewGroup), next_cursor: z.nullable(z.string()) })
export type ReviewsPage = z.infer<typeof ReviewsPage>
