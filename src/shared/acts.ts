import * as z from 'zod/mini'
import { AccountName } from './accounts.ts'
import { Day } from './days.ts'
import { Email } from './email-schema.ts'
import { tagOf } from './facets.ts'
import { INVITATION_STATES, StrictFilters } from './filters.ts'
import { ReceiptsPage, ReceiptSums } from './receipts.ts'
import { Block } from './network-block.ts'
import { RuleFields } from './referral-rule.ts'
import { ReviewGroupId } from './reviews.ts'
import { text } from './text-schema.ts'
import { MAX_LENGTH } from './text.ts'
import {
  Ids,
  LONGEST_AHEAD_DAYS,
  SEAT_REASONS,
  timeProblem,
  waveFields,
  waveMailFields,
  WaveSelection,
} from './waves.ts'

const instant = z.iso.datetime()

const Domain = z
  .pipe(
    text(MAX_LENGTH.email),
    z.transform((domain) => domain.trim().toLowerCase()),
  )
  .check(
    z.refine(
      (domain) => /^[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u.test(domain),
      'must be a domain such as salon.example',
    ),
  )

const ways = {
  ids: z.optional(Ids),
  /** Everybody who passes these filters of the dashboard. */
  filters: z.optional(StrictFilters),
  /** Everybody who joined with a code of this code's owner. */
  code: z.optional(text(MAX_LENGTH.referralCode)),
  /** A group of `GET /api/admin/reviews`: those about whom the owner has not decided. */
  group: z.optional(ReviewGroupId),
  /** Everybody with an address at this domain. */
  domain: z.optional(Domain),
  /** Everybody who joined from this network within the last weeks: a keyed hash, as reviews name it. */
  block: z.optional(Block),
  /** Everybody whom this wave has invited. */
  wave: z.optional(z.uuid().check(z.toLowerCase())),
}

/** The people of an act, selected in one way. The selection is resolved once, when the act is made. */
export const Selection = z
  .strictObject({
    ...ways,
    /** With a group: only those who share this line of it. */
    line: z.optional(ReviewGroupId),
  })
  .check(
    z.refine(
      ({ line, ...select }) => Object.keys(select).length === 1 && (line === undefined || select.group !== undefined),
      `must have one of ${Object.keys(ways).join(', ')}; only a group has a line`,
    ),
  )
export type Selection = z.infer<typeof Selection>

export const LONGEST_TAG = 40

/** The answer of `GET /api/admin/tags`: those that most people have, most used first. */
export const Tags = z.object({ tags: z.array(z.object({ tag: z.string(), entries: z.int() })) })
export type Tags = z.infer<typeof Tags>

/** In one form, so that a tag is the same however it is typed. */
export const Tag = z.pipe(text(LONGEST_TAG), z.transform(tagOf))

const requestOf = <Kind extends string, Fields extends z.core.$ZodLooseShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), select: Selection, ...fields })

const AnyActRequest = z.discriminatedUnion('kind', [
  /** Adds a tag, or removes it. */
  requestOf('tag', { tag: Tag, remove: z._default(z.boolean(), false) }),
  requestOf('note', { text: text(MAX_LENGTH.freeText) }),
  /** Their credits do not count; they get no mail and go to no service. */
  requestOf('reject', {}),
  /** Ends a rejection and closes the holds of the causes `signals` and `owner`. */
  requestOf('accept', {}),
  /** Ends a rejection, and holds their credits until the owner decides. */
  requestOf('hold', {}),
  /**
   * Holds or trusts everybody at a domain or from a network: the selected people now, and others when they join. It is in
   * force until it is undone, or until a later rule about the same.
   */
  requestOf('trust-rule', {
    rule: z.discriminatedUnion('subject', [
      z.strictObject({ subject: z.literal('domain'), value: Domain, verdict: z.enum(['hold', 'trust']) }),
      z.strictObject({ subject: z.literal('block'), value: Block, verdict: z.enum(['hold', 'trust']) }),
    ]),
  }),
  /** Corrects a typing mistake in the address of one person. */
  requestOf('correct-email', { email: Email }),
  /** The referral rule from now on. `applies_to_old`: also for earlier friends; otherwise each credit keeps its places. */
  z.strictObject({ kind: z.literal('referral-rule'), ...RuleFields, applies_to_old: z.boolean() }),
  /** Forgets everything about them, here and at the services. */
  requestOf('erase', {}),
  /** Lets people in: invites the next in launch order. */
  z.strictObject({ kind: z.literal('wave'), select: WaveSelection, ...waveMailFields, ...waveFields }),
  /** Calls back the invitations whose mail has not left. Calling back a whole wave also ends its filling of seats. */
  requestOf('call-back', {}),
])
type WaveAsked = {
  kind: string
  select?: { filters?: { q?: string | undefined } | undefined; ids?: string[] | undefined } | undefined
  fills?: boolean
  sends_at?: string | null | undefined
}

/** What the fields of a wave must be to each other. Other requests pass. */
export const WAVE_CHECKS = [
  z.refine<WaveAsked>(({ kind, fills, select }) => kind !== 'wave' || !fills || !(select?.filters?.q || select?.ids), {
    path: ['fills'],
    message: 'does not go with a search or with ids, which are not kept',
  }),
  z.refine<WaveAsked>(({ sends_at }) => !sends_at || timeProblem(sends_at) !== 'too far', {
    path: ['sends_at'],
    message: `must be within ${LONGEST_AHEAD_DAYS} days`,
  }),
  z.refine<WaveAsked>(({ sends_at }) => !sends_at || timeProblem(sends_at) !== 'past', {
    path: ['sends_at'],
    message: 'must not be in the past',
  }),
] as const

/** The body of `POST /api/admin/acts` and of its preview. */
export const ActRequest = AnyActRequest.check(
  z.refine((request) => request.kind !== 'correct-email' || request.select.ids?.length === 1, {
    path: ['select'],
    message: 'must be the id of one person',
  }),
  ...WAVE_CHECKS,
)
export type ActRequest = z.infer<typeof AnyActRequest>
/**
 * The kinds that begin with a request of their own, see `paths.api`, and the one that a server begins when an update has
 * removed rules: it closes their holds.
 */
const FURTHER_KINDS = ['import', 'export', 'settings', 'close-holds'] as const
export type ActKindName = ActRequest['kind'] | (typeof FURTHER_KINDS)[number]
/** The fields of a kind besides those that every kind has. */
export type ActParams<Kind extends ActRequest['kind']> = Omit<Extract<ActRequest, { kind: Kind }>, 'kind' | 'select'>

export const ACT_KINDS = [
  ...AnyActRequest.def.options.map((option) => option.shape.kind.def.values[0]!),
  ...FURTHER_KINDS,
] as ActKindName[]

export const SKIP_REASONS = {
  erased: 'They were erased.',
  'changed-since': 'A later act has changed this.',
  decided: 'Somebody else had already decided about them.',
  taken: 'Somebody else on the list has this address.',
  ...SEAT_REASONS,
  rejected: 'They are rejected.',
  invited: 'They are invited already, or in.',
  'wave-full': 'The wave has all its people.',
  'wave-over': 'Their wave is called back or undone.',
  'not-invited': 'Their invitation is not in the queue.',
  'mail-left': 'Their mail has left.',
} as const
export type SkipReason = keyof typeof SKIP_REASONS

/** What else comes of a change, or does not. */
const CHANGE_NOTES = {
  'invitation-ended': 'Their open invitation ended.',
  'invitation-open': 'Their invitation is open again.',
  'invitation-over': 'Their invitation stays ended: its last day is over.',
  'invitation-bounced': 'Their invitation stays ended: their address bounces. Correct it to invite them again.',
  'seat-taken': 'Their invitation stays ended: somebody else has their seat.',
  'later-rule': 'They stay where another rule puts them.',
  'wave-called-back': 'Their invitation stays ended: the wave is called back or undone.',
} as const
export type ChangeNote = keyof typeof CHANGE_NOTES

/** What stands beside a person of an act. */
export const OUTCOME_WORDS: Record<string, string> = { ...SKIP_REASONS, ...CHANGE_NOTES }

const WARNINGS: Partial<Record<ActKindName, string>> = {
  wave: 'Until a mail has left, it can be called back. A mail that has left cannot.',
  'correct-email':
    'They get a mail with their link at the new address, which cannot be taken back. If they have an open invitation, it goes there too.',
  erase:
    'This cannot be undone. Everything about them is deleted here, and then in Notion and Beehiiv. Their number in the line stays.',
}

/** For acts that cannot be undone, or not wholly: a sentence for the confirmation. */
export function warningOf(kind: ActKindName): string | null {
  return WARNINGS[kind] ?? null
}

const UNDO_WARNINGS: Partial<Record<ActKindName, string>> = {
  import:
    'This erases everybody who came only with this file, and their numbers in the line stay empty: the next person joins behind them. People stay if they have joined here since, were invited or brought a friend, or if you have since rejected, accepted, held, tagged, noted or corrected them. You cannot undo this, but you can import the file again.',
}

/** What the owner should know before undoing an act of this kind; null if its undo restores everything. */
export function undoWarningOf(kind: ActKindName): string | null {
  return UNDO_WARNINGS[kind] ?? null
}

const warning = z.nullable(z.string())
const value = z.unknown()
const PersonLink = z.object({ id: z.string(), email: z.nullable(z.string()) })
const SkipCounts = z.array(z.object({ reason: z.string(), entries: z.int() }))

/** Where a referrer would stand after an act. `people`: how many they would pass, or fall behind. */
const ActMove = z.object({
  ...PersonLink.shape,
  referral_code: z.string(),
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
  /** Of those that would change: what else would come of it, as keys of OUTCOME_WORDS. */
  notes: SkipCounts,
  /** The referrers whose counted places would change. */
  referrers: z.int(),
  /** Those of them who would move furthest. */
  moves: z.array(ActMove),
  /** Some of the people that it would change. The values depend on the kind of the act. */
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
   * How its people were selected: the number of `ids`; the `filters`, with `has_search` instead of the text; the entry
   * whose friends they are; or the act that it takes back.
   */
  selection: z.object({
    ids: z.optional(z.int()),
    filters: z.optional(z.record(z.string(), value)),
    has_search: z.optional(z.boolean()),
    friends_of: z.optional(z.string()),
    group: z.optional(z.string()),
    line: z.optional(z.string()),
    has_domain: z.optional(z.boolean()),
    block: z.optional(z.string()),
    /** For a wave: how many people it was to invite. */
    count: z.optional(z.int()),
    wave: z.optional(z.string()),
    /** For an export of a wave: only people with an invitation in this state. */
    invitation: z.optional(z.enum(INVITATION_STATES)),
    act: z.optional(z.string()),
  }),
  /** The newest code of the referrer whose friends were selected; null for any other selection. */
  friends_of_code: z.nullable(z.string()),
  /** The other fields of the request, without what was written about people. */
  params: z.record(z.string(), value),
  /** The one person of an act on a single person; null for any other act. `email` is null once erased. */
  person: z.nullable(PersonLink),
  /** A label of the session in which it was made. */
  actor: z.string(),
  /** The account that made it. Null for acts of the program itself, and from before there were accounts. */
  account: z.nullable(AccountName),
  /** `stopping` until the part under way ends. The changes of a stopped act stay. */
  state: z.enum(['running', 'stopping', 'stopped', 'done']),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** Of those that it changed: what else came of it, as keys of OUTCOME_WORDS. */
  notes: SkipCounts,
  /** Why its last try failed. It is tried again by itself. */
  problem: z.nullable(z.string()),
  created_at: instant,
  finished_at: z.nullable(instant),
  /** The act that this one takes back. */
  undoes: z.nullable(z.string()),
  /** Whether it takes back an undo, so that it does the act again. */
  is_redo: z.boolean(),
  /** The act that takes this one back. */
  undone_by: z.nullable(z.string()),
  can_undo: z.boolean(),
}

/** An act and its progress. */
export const ActRow = z.object(actFields)
export type ActRow = z.infer<typeof ActRow>

/** The answer of `GET /api/admin/acts`: newest first. */
export const ActsPage = z.object({ acts: z.array(ActRow), next_cursor: z.nullable(z.string()) })
export type ActsPage = z.infer<typeof ActsPage>

/** The query of the log. `day`: of the owner's time zone. */
export const LogQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(400))),
  account: z.optional(z.uuid()),
  kind: z.optional(z.enum(ACT_KINDS)),
  day: z.optional(Day),
})
export type LogQuery = z.infer<typeof LogQuery>

/** The query of the other lists of acts, and of the people that an act skipped. */
export const ActsQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) })
export type ActsQuery = z.infer<typeof ActsQuery>

/**
 * The answer of `GET /api/admin/acts/:id`. `skipped_people`: for an undo, the people that it could not restore, with
 * the reason. Also the people that it
 * changed and about whom there is a note.
 */
export const ActDetail = z.object({
  ...actFields,
  reasons: SkipCounts,
  skipped_people: z.array(z.object({ entry: PersonLink, reason: z.string() })),
  /** The cursor of the next page of these people. */
  next_cursor: z.nullable(z.string()),
  /** For the people whom the act erased: the outcomes at the services, and the first receipts. Null for other kinds. */
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
    is_redo: true,
    undone_by: true,
  }).shape,
  created_at: instant,
  before: value,
  after: value,
  /** The number of people of this act. */
  total: z.int(),
  /** The text of a note, unless it was taken back. */
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
