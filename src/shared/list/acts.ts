import * as z from 'zod/mini'
import { AccountName } from '../owner/accounts.ts'
import { Day } from '../values/days.ts'
import { INVITATION_STATES } from './filters.ts'
import { ERASING_SERVICES } from '../owner/integrations.ts'
import { ACT_KINDS } from './act-requests.ts'
import { FriendsOf } from './reviews.ts'

/**
 * `not set up`: kept until the service is set up again. `failed`: the owner has to retry. `given up`: the time for which
 * the address was kept is over.
 */
const ErasingOutcome = z.enum(['done', 'waiting', 'not set up', 'failed', 'dismissed', 'given up'])
export type ErasingOutcome = z.infer<typeof ErasingOutcome>

const ErasingSums = z.array(z.object({ service: z.enum(ERASING_SERVICES), outcome: ErasingOutcome, people: z.int() }))

const instant = z.iso.datetime()
const warning = z.nullable(z.string())
const value = z.unknown()
const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })
const SkipCounts = z.array(z.object({ reason: z.string(), entries: z.int() }))

/** `places`: would be gained, or lost (negative). `people`: would be passed, or fallen behind. */
const ActMove = z.object({
  ...PersonLink.shape,
  referral_code: z.string(),
  places: z.int(),
  from: z.int(),
  to: z.int(),
  people: z.int(),
})
export type ActMove = z.infer<typeof ActMove>

export const ActPreview = z.object({
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: SkipCounts,
  notes: SkipCounts,
  referrers: z.int(),
  moves: z.array(ActMove),
  examples: z.array(z.object({ entry: PersonLink, before: value, after: value })),
  can_undo: z.boolean(),
  warning,
})
export type ActPreview = z.infer<typeof ActPreview>

export const ActAccepted = z.object({ act_id: z.string(), warning })

const actFields = {
  id: z.string(),
  kind: z.enum(ACT_KINDS),
  /**
   * One of: the number of `ids`; the `filters`, with `has_search` instead of the text; the entry whose friends they
   * are; the act that this one undoes.
   */
  selection: z.object({
    ids: z.optional(z.int()),
    filters: z.optional(z.record(z.string(), value)),
    has_search: z.optional(z.boolean()),
    friends_of: z.optional(z.string()),
    friends: z.optional(FriendsOf),
    has_domain: z.optional(z.boolean()),
    count: z.optional(z.int()),
    wave: z.optional(z.string()),
    invitation: z.optional(z.enum(INVITATION_STATES)),
    act: z.optional(z.string()),
  }),
  friends_of_code: z.nullable(z.string()),
  params: z.record(z.string(), value),
  person: z.nullable(PersonLink),
  actor: z.string(),
  account: z.nullable(AccountName),
  /** `stopping` until the current part ends. The changes of a stopped act stay. */
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  notes: SkipCounts,
  problem: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
  undoes: z.nullable(z.string()),
  undone_by: z.nullable(z.string()),
  can_undo: z.boolean(),
}

export const ActRow = z.object(actFields)
export type ActRow = z.infer<typeof ActRow>

export const ActsPage = z.object({ acts: z.array(ActRow), next_cursor: z.nullable(z.string()) })
export type ActsPage = z.infer<typeof ActsPage>

export const LogQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(400))),
  account: z.optional(z.uuid()),
  kind: z.optional(z.enum(ACT_KINDS)),
  day: z.optional(Day),
})
export type LogQuery = z.infer<typeof LogQuery>

export const ActsQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) })
/** `skipped_people`: whom an undo could not restore, and people about whom there is a note. */
export const ActDetail = z.object({
  ...actFields,
  reasons: SkipCounts,
  skipped_people: z.array(z.object({ entry: PersonLink, reason: z.string() })),
  next_cursor: z.nullable(z.string()),
  erased: z.nullable(z.object({ sums: ErasingSums })),
})
export type ActDetail = z.infer<typeof ActDetail>

export const EntryAct = z.object({
  ...z.pick(ActRow, {
    id: true,
    kind: true,
    params: true,
    actor: true,
    account: true,
    undoes: true,
    undone_by: true,
  }).shape,
  created_at: instant,
  before: value,
  after: value,
  total: z.int(),
  note: z.nullable(z.string()),
})
export type EntryAct = z.infer<typeof EntryAct>

export const EntryActsPage = z.object({ acts: z.array(EntryAct), next_cursor: z.nullable(z.string()) })
export type EntryActsPage = z.infer<typeof EntryActsPage>

export const Note = z.object({
  act_id: z.string(),
  text: z.string(),
  created_at: instant,
  account: z.nullable(AccountName),
})
export const Tags = z.object({ tags: z.array(z.object({ tag: z.string(), entries: z.int() })) })
export type Tags = z.infer<typeof Tags>
