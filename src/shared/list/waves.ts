import * as z from 'zod/mini'
import { DAY_MS } from '../values/durations.ts'
import { Email, text } from '../values/text-schema.ts'
import { INVITATION_STATES, StrictFilters } from './filters.ts'
import { previewLanguage, Readers, textsByLanguage } from './reader-texts.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** A wave is an act of the kind `wave`, and has its id. */

const instant = z.iso.datetime()
const count = z.int()

export const MOST_SEATS = 100_000
const MOST_PARAGRAPHS = 100
export const MOST_RESENDS = 3
export const MOST_PER_HOUR = 100_000
/** Days from now: a mistyped year would keep people out of all other waves. */
export const LONGEST_AHEAD_DAYS = 90
/** It was chosen before the request arrived. */
const LATEST_MS = 60_000

/** A time in the past is refused, because the mails would leave immediately. */
export function timeProblem(time: string): 'past' | 'too far' | null {
  const ahead = Date.parse(time) - Date.now()
  if (ahead < -LATEST_MS) return 'past'
  return ahead > LONGEST_AHEAD_DAYS * DAY_MS ? 'too far' : null
}

export const MOST_IDS = 1_000
export const Ids = z.array(z.uuid().check(z.toLowerCase())).check(z.minLength(1), z.maxLength(MOST_IDS))

export const WaveSelection = z.strictObject({
  filters: StrictFilters,
  count: z.int().check(z.minimum(1), z.maximum(MOST_SEATS)),
  ids: z.optional(Ids),
})
export const waveMailFields = {
  subject: text(MAX_LENGTH.name).check(z.refine((subject) => !/[\r\n]/.test(subject), 'must be one line')),
  /** More paragraphs could make the mail so long that Gmail cuts it off. */
  text: text(MAX_LENGTH.freeText).check(
    z.refine(
      (words) => words.split(/\n\s*\n/).length <= MOST_PARAGRAPHS,
      `must have at most ${MOST_PARAGRAPHS} paragraphs`,
    ),
  ),
}

export const waveTexts = { texts: z.optional(textsByLanguage(z.strictObject(waveMailFields))) }

export const waveFields = {
  sends_at: z.optional(z.nullable(instant)),
  per_hour: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_PER_HOUR))), null),
  /** Not allowed with a search or `ids`: neither is stored. */
  fills: z._default(z.boolean(), false),
  includes_ended: z._default(z.boolean(), false),
}

export const SEAT_REASONS = {
  seeded: 'This is a test person.',
  doubtful: 'They are doubtful.',
  unsubscribed: 'They want no more mail.',
  bounced: 'Mail to their address came back.',
  'ended-before': 'An earlier invitation of theirs ended.',
} as const
export type SeatReason = keyof typeof SEAT_REASONS

export const WavePreviewRequest = z.strictObject({
  select: WaveSelection,
  includes_ended: waveFields.includes_ended,
  offset: z._default(z.int().check(z.minimum(0)), 0),
})
export type WavePreviewRequest = z.infer<typeof WavePreviewRequest>

export const WavePreview = z.object({
  invited: count,
  passed_over: z.array(z.object({ reason: z.enum(Object.keys(SEAT_REASONS) as [SeatReason]), people: count })),
  /** Those who would be invited, then those passed over, each in launch order. */
  people: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      business_name: z.nullable(z.string()),
      position: count,
      rank: z.nullable(count),
      referrals: count,
      industry: z.string(),
      reason: z.nullable(z.enum(Object.keys(SEAT_REASONS) as [SeatReason])),
    }),
  ),
  next_offset: z.nullable(count),
  readers: Readers,
})
export type WavePreview = z.infer<typeof WavePreview>

const InvitationState = z.enum(INVITATION_STATES)
export type InvitationState = z.infer<typeof InvitationState>

/** `sent` and `opened` also count invitations that were accepted or ended later. */
const sums = { sent: count, opened: count, accepted: count, ended: count }

const waveRow = {
  id: z.string(),
  subject: z.string(),
  filters: z.record(z.string(), z.unknown()),
  has_search: z.boolean(),
  seats: count,
  sends_at: instant,
  per_hour: z.nullable(count),
  fills: z.boolean(),
  includes_ended: z.boolean(),
  created_at: instant,
  /** Null while the act that creates the wave is running. */
  ready_at: z.nullable(instant),
  /** Another wave invited them first, or they were rejected or erased. */
  missed: count,
  invited: count,
  ...sums,
  waiting: count,
  open: count,
  called_back: count,
  dropped: count,
  vacant: count,
}

export const Wave = z.object(waveRow)
export type Wave = z.infer<typeof Wave>

export const WavesQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) })
/** Settings without which nothing is sent. */
export const Gaps = z.array(z.object({ setting: z.string(), reason: z.string() }))

export const WavesPage = z.object({
  waves: z.array(Wave),
  next_cursor: z.nullable(z.string()),
  gaps: Gaps,
  invitation_days: count,
})
export type WavesPage = z.infer<typeof WavesPage>

const Conversion = z.object({
  by: z.string(),
  name: z.nullable(z.string()),
  ...sums,
})
export type Conversion = z.infer<typeof Conversion>

export const Conversions = z.object({ conversion: z.array(Conversion) })
export type Conversions = z.infer<typeof Conversions>

export const WaveQuery = z.object({
  state: z.optional(InvitationState),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
const Invitee = z.object({
  id: z.string(),
  entry: z.object({ id: z.string(), email: z.nullable(z.string()) }),
  state: InvitationState,
  reason: z.nullable(z.string()),
  at: instant,
  ends_at: z.nullable(instant),
})
export type Invitee = z.infer<typeof Invitee>

export const WaveDetail = z.object({
  ...waveRow,
  text: z.string(),
  conversion: z.array(Conversion),
  people: z.array(Invitee),
  next_cursor: z.nullable(z.string()),
})
export type WaveDetail = z.infer<typeof WaveDetail>

export const EntryInvitation = z.object({
  wave_id: z.string(),
  state: InvitationState,
  reason: z.nullable(z.string()),
  invited_at: instant,
  sent_at: z.nullable(instant),
  reminded_at: z.nullable(instant),
  resent_at: z.nullable(instant),
  opened_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
  ends_at: z.nullable(instant),
  closed_at: z.nullable(instant),
})
export type EntryInvitation = z.infer<typeof EntryInvitation>

/** Not a GET: long texts in other scripts do not fit into an address. */
export const WaveMail = z.strictObject({ ...waveMailFields, language: previewLanguage })
export type WaveMail = z.infer<typeof WaveMail>

export const WaveTestMail = z.strictObject({ to: Email, ...WaveMail.shape })
/**
 * Every invalid token, and every token of an erased person, gets the same 404. `ended` and `called-back` stay until the
 * person is invited again.
 */
export const Invitation = z.object({
  state: z.enum(['open', 'accepted', 'ended', 'called-back']),
  ends_at: z.nullable(instant),
})
export type Invitation = z.infer<typeof Invitation>

/** `redirect` is null without `PRODUCT_URL`. `is_reachable`: whether the product answers at present. */
export const Accepted = z.object({ redirect: z.nullable(z.string()), is_reachable: z.boolean() })
export type Accepted = z.infer<typeof Accepted>

export const RedemptionRequest = z.object({ token: z.string().check(z.maxLength(200)) })
/** A repeated request gets the same answer for ten minutes, then 410 `redeemed`. */
export const Redemption = z.object({
  email: z.string(),
  wave: z.string(),
  accepted_at: instant,
})
export type Redemption = z.infer<typeof Redemption>

export const REDEMPTION_PARAMETER = 'invitation'
