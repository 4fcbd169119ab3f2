import * as z from 'zod/mini'
import { AccountName } from '../owner/accounts.ts'
import { Day } from '../values/days.ts'
import { INVITATION_STATES } from './filters.ts'
import { ReceiptsPage, ReceiptSums } from '../joining/receipts.ts'
import { ACT_KINDS } from './act-requests.ts'
import { FriendsOf } from './reviews.ts'

const instant = z.iso.datetime()
const warning = z.nullable(z.string())
const value = z.unknown()
const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })
const SkipCounts = z.array(z.object({ reason: z.string(), entries: z.int() }))

/**
 * A referrer's position before and after an act. `places`: the places for friends that the referrer would gain, or lose
 * (negative). `people`: the number of people whom the referrer would pass, or fall behind.
 */
const ActMove = z.object({
  ...PersonLink.shape,
  referral_code: z.string(),
  places: z.int(),
  from: z.int(),
  to: z.int(),
  people: z.int(),
})
export type ActMove = z.infer<typeof ActMove>

/** The answer of `POST /api/admin/acts/preview`: what the act would do now. */
export const ActPreview = z.object({
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: SkipCounts,
  /** The side effects on people who would change, counted by their keys in OUTCOME_WORDS. */
  notes: SkipCounts,
  /** The number of referrers whose counted places would change. */
  referrers: z.int(),
  /** The referrers who would move the most. */
  moves: z.array(ActMove),
  /** Some of the people whom the act would change. The values depend on the kind of the act. */
  examples: z.array(z.object({ entry: PersonLink, before: value, after: value })),
  can_undo: z.boolean(),
  warning,
})
export type ActPreview = z.infer<typeof ActPreview>

/** The answer of `POST /api/admin/acts` and `…/undo`: 202. Poll the act for its progress. */
export const ActAccepted = z.object({ act_id: z.string(), warning })

const actFields = {
  id: z.string(),
  kind: z.enum(ACT_KINDS),
  /**
   * The selection of the act's people: the number of `ids`; the `filters`, with `has_search` instead of the text; the
   * entry whose friends they are; or the act that this one undoes.
   */
  selection: z.object({
    ids: z.optional(z.int()),
    filters: z.optional(z.record(z.string(), value)),
    has_search: z.optional(z.boolean()),
    friends_of: z.optional(z.string()),
    friends: z.optional(FriendsOf),
    has_domain: z.optional(z.boolean()),
    /** For a wave: the number of people to invite. */
    count: z.optional(z.int()),
    wave: z.optional(z.string()),
    /** For an export of a wave: only people with an invitation in this state. */
    invitation: z.optional(z.enum(INVITATION_STATES)),
    act: z.optional(z.string()),
  }),
  /** The newest code of the referrer whose friends were selected; null for any other selection. */
  friends_of_code: z.nullable(z.string()),
  /** The other fields of the request, without texts about people. */
  params: z.record(z.string(), value),
  /** The one person of an act on a single person; null for any other act. `email` is null once erased. */
  person: z.nullable(PersonLink),
  /** A label of the session in which the act was made. */
  actor: z.string(),
  /** The account that made the act. Null for acts of the program itself, and for acts older than accounts. */
  account: z.nullable(AccountName),
  /** `stopping` until the current part ends. The changes of a stopped act stay. */
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** The side effects on people whom the act changed, counted by their keys in OUTCOME_WORDS. */
  notes: SkipCounts,
  /** The reason why the last attempt failed. The server retries by itself. */
  problem: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
  /** The act that this one undoes. */
  undoes: z.nullable(z.string()),
  /** The act that undoes this one. */
  undone_by: z.nullable(z.string()),
  can_undo: z.boolean(),
}

/** An act and its progress. */
export const ActRow = z.object(actFields)
export type ActRow = z.infer<typeof ActRow>

/** The answer of `GET /api/admin/acts`: newest first. */
export const ActsPage = z.object({ acts: z.array(ActRow), next_cursor: z.nullable(z.string()) })
export type ActsPage = z.infer<typeof ActsPage>

/** The query of the log. `day`: in the owner's time zone. */
export const LogQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(400))),
  account: z.optional(z.uuid()),
  kind: z.optional(z.enum(ACT_KINDS)),
  day: z.optional(Day),
})
export type LogQuery = z.infer<typeof LogQuery>

/** The query of the other paged lists of acts, receipts and skipped people. */
export const ActsQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) })
export type ActsQuery = z.infer<typeof ActsQuery>

/**
 * The answer of `GET /api/admin/acts/:id`. `skipped_people`: for an undo, the people whom it could not restore, with
 * the reason; and the people whom the act changed and about whom there is a note.
 */
export const ActDetail = z.object({
  ...actFields,
  reasons: SkipCounts,
  skipped_people: z.array(z.object({ entry: PersonLink, reason: z.string() })),
  /** The cursor of the next page of these people. */
  next_cursor: z.nullable(z.string()),
  /** For an act that erases: the outcomes at the services, and the first receipts. Null for other kinds. */
  erased: z.nullable(z.object({ sums: ReceiptSums, ...ReceiptsPage.shape })),
})
export type ActDetail = z.infer<typeof ActDetail>

/** A change that an act made to one entry. */
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
  /** The number of people of this act. */
  total: z.int(),
  /** The text of a note, unless it was undone. */
  note: z.nullable(z.string()),
})
export type EntryAct = z.infer<typeof EntryAct>

/** The answer of `GET /api/admin/entries/:id/acts`: newest first, twenty at a time. */
export const EntryActsPage = z.object({ acts: z.array(EntryAct), next_cursor: z.nullable(z.string()) })
export type EntryActsPage = z.infer<typeof EntryActsPage>

export const Note = z.object({
  act_id: z.string(),
  text: z.string(),
  created_at: instant,
  account: z.nullable(AccountName),
})
export type Note = z.infer<typeof Note>

/** The answer of `GET /api/admin/tags`: the most used tags, in descending order of use. */
export const Tags = z.object({ tags: z.array(z.object({ tag: z.string(), entries: z.int() })) })
export type Tags = z.infer<typeof Tags>
