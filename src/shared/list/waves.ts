import * as z from 'zod/mini'
import { DAY_MS } from '../values/durations.ts'
import { Email } from '../values/email-schema.ts'
import { INVITATION_STATES, StrictFilters } from './filters.ts'
import { text } from '../values/text-schema.ts'
import { MAX_LENGTH } from '../values/text.ts'

/** The shapes of waves and invitations. A wave is an act of the kind `wave`, and has its id. */

const instant = z.iso.datetime()
const count = z.int()

/** The maximum number of people that one wave invites. */
export const MOST_SEATS = 100_000
/** How often one invitation can be sent again, at most once a day. */
export const MOST_RESENDS = 3
export const MOST_PER_HOUR = 100_000
/** The latest start in days from now. Without a limit, a mistyped year would keep people out of all other waves. */
export const LONGEST_AHEAD_DAYS = 90
/** A start may be this far in the past, because it was chosen before the request arrived. */
const LATEST_MS = 60_000

/**
 * The reason that the mails of a wave cannot begin to leave at this time; null if they can. A time in the past is
 * refused, because the mails would leave immediately.
 */
export function timeProblem(time: string): 'past' | 'too far' | null {
  const ahead = Date.parse(time) - Date.now()
  if (ahead < -LATEST_MS) return 'past'
  return ahead > LONGEST_AHEAD_DAYS * DAY_MS ? 'too far' : null
}

/** The maximum number of ids in one selection. */
export const MOST_IDS = 1_000
export const Ids = z.array(z.uuid().check(z.toLowerCase())).check(z.minLength(1), z.maxLength(MOST_IDS))

/** The next people in launch order who pass the filters and can be invited. */
export const WaveSelection = z.strictObject({
  filters: StrictFilters,
  count: z.int().check(z.minimum(1), z.maximum(MOST_SEATS)),
  /** Selects only among these people. */
  ids: z.optional(Ids),
})
export type WaveSelection = z.infer<typeof WaveSelection>

/** The mail as the owner writes it. An empty line begins a new paragraph. */
export const waveMailFields = {
  subject: text(MAX_LENGTH.name).check(z.refine((subject) => !/[\r\n]/.test(subject), 'must be one line')),
  text: text(MAX_LENGTH.freeText),
}

/** The fields of the act `wave`, besides its mail. */
export const waveFields = {
  /** When the mails begin to leave; immediately if not given. */
  sends_at: z.optional(z.nullable(instant)),
  /** The maximum number of mails in an hour; null if only the limits for all mails apply. */
  per_hour: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_PER_HOUR))), null),
  /** Whether an unused seat goes to the next person in line. Not allowed with a search or `ids`: neither is stored. */
  fills: z._default(z.boolean(), false),
  /** Whether people with an earlier invitation that ended are included. */
  includes_ended: z._default(z.boolean(), false),
}

/** The reasons for which a wave passes over a waiting person. */
export const SEAT_REASONS = {
  seeded: 'This is a test person.',
  doubtful: 'They are doubtful.',
  unsubscribed: 'They want no more mail.',
  bounced: 'Mail to their address came back.',
  'ended-before': 'An earlier invitation of theirs ended.',
} as const
export type SeatReason = keyof typeof SEAT_REASONS

/**
 * The body of `POST /api/admin/waves/preview`, which answers with the people that a wave would invite now, and those
 * that it would pass over.
 */
export const WavePreviewRequest = z.strictObject({
  select: WaveSelection,
  includes_ended: waveFields.includes_ended,
  /** The number of people to skip before this page. */
  offset: z._default(z.int().check(z.minimum(0)), 0),
})
export type WavePreviewRequest = z.infer<typeof WavePreviewRequest>

export const WavePreview = z.object({
  /** The number of people who would be invited: fewer than requested if the list is shorter. */
  invited: count,
  passed_over: z.array(z.object({ reason: z.enum(Object.keys(SEAT_REASONS) as [SeatReason]), people: count })),
  /** One page: those who would be invited, and then those who would be passed over, each in launch order. */
  people: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      business_name: z.nullable(z.string()),
      position: count,
      /** Null for people who have no place in line. */
      rank: z.nullable(count),
      referrals: count,
      industry: z.string(),
      /** Null for people who would be invited. */
      reason: z.nullable(z.enum(Object.keys(SEAT_REASONS) as [SeatReason])),
    }),
  ),
  /** Null on the last page. */
  next_offset: z.nullable(count),
})
export type WavePreview = z.infer<typeof WavePreview>

const InvitationState = z.enum(INVITATION_STATES)
export type InvitationState = z.infer<typeof InvitationState>

/** `sent` and `opened` also count invitations that were accepted or ended later. */
const sums = { sent: count, opened: count, accepted: count, ended: count }

const waveRow = {
  id: z.string(),
  subject: z.string(),
  /** The filters with a fixed range of days, without a search text. */
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
  /**
   * People whom the wave selected but could no longer invite: another wave invited them first, or they were rejected or
   * erased.
   */
  missed: count,
  /** All invitations, including those that filled an unused seat. */
  invited: count,
  ...sums,
  /** Mails that have not left. */
  waiting: count,
  /** Invitations whose mail has left, and that were neither accepted nor ended. */
  open: count,
  called_back: count,
  dropped: count,
  /** Unused seats that wait for the next person in line. */
  vacant: count,
}

export const Wave = z.object(waveRow)
export type Wave = z.infer<typeof Wave>

/** The query of `GET /api/admin/waves`: newest first, twenty at a time. */
export const WavesQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) })
export type WavesQuery = z.infer<typeof WavesQuery>

export const WavesPage = z.object({
  waves: z.array(Wave),
  next_cursor: z.nullable(z.string()),
  /** The missing settings that keep waves from being sent. */
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
  invitation_days: count,
})
export type WavesPage = z.infer<typeof WavesPage>

/** The outcomes of the sent invitations of people with the same answer, or with the same source in the link. */
const Conversion = z.object({
  /** `source`, or the name of a question. */
  by: z.string(),
  /** The answer, or the source; null for people without one. */
  name: z.nullable(z.string()),
  ...sums,
})
export type Conversion = z.infer<typeof Conversion>

/** The answer of `GET /api/admin/waves/conversion`: the outcomes of all waves together. */
export const Conversions = z.object({ conversion: z.array(Conversion) })
export type Conversions = z.infer<typeof Conversions>

/** The query of `GET /api/admin/waves/:id`: fifty people at a time, in the order of their last change, newest first. */
export const WaveQuery = z.object({
  state: z.optional(InvitationState),
  cursor: z.optional(z.string().check(z.maxLength(400))),
})
export type WaveQuery = z.infer<typeof WaveQuery>

/** A person's invitation in a wave. `email` is null once the person is erased. */
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

/** An invitation in somebody's profile. */
export const EntryInvitation = z.object({
  wave_id: z.string(),
  state: InvitationState,
  reason: z.nullable(z.string()),
  invited_at: instant,
  sent_at: z.nullable(instant),
  reminded_at: z.nullable(instant),
  /** When it was last sent again. */
  resent_at: z.nullable(instant),
  opened_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
  ends_at: z.nullable(instant),
  closed_at: z.nullable(instant),
})
export type EntryInvitation = z.infer<typeof EntryInvitation>

/**
 * `POST /api/admin/waves/mail.html`: the mail as people would get it, as a page for a frame. It is not a GET, because
 * long texts in other scripts do not fit into an address.
 */
export const WaveMail = z.strictObject(waveMailFields)
export type WaveMail = z.infer<typeof WaveMail>

/** `POST /api/admin/waves/test-mail`: sends the mail to an address of the owner. The button in it leads nowhere. */
export const WaveTestMail = z.strictObject({ to: Email, ...waveMailFields })
export type WaveTestMail = z.infer<typeof WaveTestMail>

/**
 * `GET /api/invitation`, with the token of the mail in an `Authorization` header. Every invalid token, and every token
 * of an erased person, gets the same 404. `accepted` is final; `ended` and `called-back` stay until the person is
 * invited again.
 */
export const Invitation = z.object({
  state: z.enum(['open', 'accepted', 'ended', 'called-back']),
  /** The time when an open invitation ends, or when an ended one did; null in any other state. */
  ends_at: z.nullable(instant),
})
export type Invitation = z.infer<typeof Invitation>

/**
 * `POST /api/invitation/accept`, with the token of `GET /api/invitation`. `redirect` is null without `PRODUCT_URL`.
 * `is_reachable`: whether the product answers at present.
 */
export const Accepted = z.object({ redirect: z.nullable(z.string()), is_reachable: z.boolean() })
export type Accepted = z.infer<typeof Accepted>

/** `POST /api/invitation-redemptions`, for the product, with `Authorization: Bearer <PRODUCT_SECRET>`. */
export const RedemptionRequest = z.object({ token: z.string().check(z.maxLength(200)) })
/** A repeated request gets the same answer for ten minutes, and then 410 `redeemed`. */
export const Redemption = z.object({
  email: z.string(),
  /** The id of the wave that invited the person. */
  wave: z.string(),
  accepted_at: instant,
})
export type Redemption = z.infer<typeof Redemption>

/** The query parameter of `PRODUCT_URL` that holds the token. */
export const REDEMPTION_PARAMETER = 'invitation'
