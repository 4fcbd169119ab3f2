import * as z from 'zod/mini'

/**
 * The shapes of `GET /api/admin/launch-day`: the stages of all invitations, the pending mails and the problems, at most
 * a second old.
 */

const instant = z.iso.datetime()
const count = z.int()

/** The number of invitations in each stage. Each invitation counts once, in its current stage. */
const stages = {
  /** The mail has not left. */
  waiting: count,
  /** The mail has left. */
  sent: count,
  /** The link in the mail was opened. */
  opened: count,
  accepted: count,
  ended: count,
  called_back: count,
  dropped: count,
}
const Stages = z.object(stages)
export type Stages = z.infer<typeof Stages>

const beside = {
  /** Waiting mails that are not due yet, because of the start time or the hourly limit of their wave. */
  unpaced: count,
  /** Free seats that wait for the next person in line. */
  vacant: count,
}

const DayWave = z.object({
  id: z.string(),
  seats: count,
  filters: z.record(z.string(), z.unknown()),
  has_search: z.boolean(),
  sends_at: instant,
  per_hour: z.nullable(count),
  /** Null while the act that creates the wave is running. */
  ready_at: z.nullable(instant),
  ...stages,
  ...beside,
  /** The earliest time at which the last `unpaced` mail can leave; null without these mails or an hourly limit. */
  paced_until: z.nullable(instant),
})
export type DayWave = z.infer<typeof DayWave>

const JustAccepted = z.object({
  id: z.string(),
  /** `email` is null once the person is erased. */
  entry: z.object({ id: z.string(), email: z.nullable(z.string()), business_name: z.nullable(z.string()) }),
  industry: z.nullable(z.string()),
  position: z.nullable(count),
  referrals: count,
  /** The source in the link with which the person joined. */
  source: z.nullable(z.string()),
  /** When the mail with their invitation left. */
  sent_at: instant,
  accepted_at: instant,
  is_redeemed: z.boolean(),
})
export type JustAccepted = z.infer<typeof JustAccepted>

const LeavingMails = z.object({
  /** Invitations that leave now, one after the other. */
  leaving: count,
  /** Invitations that wait for a later hour of the mail budget. */
  held: count,
  /** Invitations that wait because the mail server did not take them, or is paused. */
  retrying: count,
  /** When the next held or retried invitation may leave; null if there is none. */
  next_at: z.nullable(instant),
  /** Invitations that left in the last minute. */
  last_minute: count,
  /** Invitations and reminders that were given up. */
  failed: count,
  /** The maximum number of mails of waves in an hour. */
  most_per_hour: count,
  /** The problems of the mail server. */
  problems: z.array(z.string()),
  /** Nothing is sent before this time; null while mail is not paused. */
  paused_until: z.nullable(instant),
  /**
   * The time of the backup that the list was restored from. While it is set, nothing is sent until an owner releases
   * the list. Null otherwise.
   */
  held_at: z.nullable(instant),
})
export type LeavingMails = z.infer<typeof LeavingMails>

/** The product that people are let into. */
const DayProduct = z.object({
  /** Whether the product answered the last check, a few seconds ago; null before the first check. */
  answers: z.nullable(z.boolean()),
  /**
   * The number of people who accepted but whose token the product has not redeemed; null without `PRODUCT_SECRET`.
   */
  unredeemed: z.nullable(count),
  /** When the first of the `unredeemed` people accepted; null if there are none. */
  unredeemed_since: z.nullable(instant),
})
export type DayProduct = z.infer<typeof DayProduct>

export const LaunchDay = z.object({
  /** The time of this answer, by the server's clock. */
  at: instant,
  /** The sums over all waves. */
  sums: z.object({ ...stages, ...beside }),
  /** Waves with waiting mails, and the newest other waves; newest first. */
  waves: z.array(DayWave),
  /** The newest acceptances, newest first. */
  accepted: z.array(JustAccepted),
  mail: LeavingMails,
  /** Null without `PRODUCT_URL`. */
  product: z.nullable(DayProduct),
  /** The missing settings that keep waves from being sent. */
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
})
export type LaunchDay = z.infer<typeof LaunchDay>
