import * as z from 'zod/mini'

/** `GET /api/admin/launch-day`: the stage of every invitation, the pending mails and the problems, at most a second old. */

const instant = z.iso.datetime()
const count = z.int()

/** Each invitation counts once, in its current stage. */
const stages = {
  /** Its mail has not left. */
  waiting: count,
  /** Its mail has left. */
  sent: count,
  /** Its link was opened. */
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
  /** Seats that wait for the next in line. */
  vacant: count,
}

const DayWave = z.object({
  id: z.string(),
  seats: count,
  filters: z.record(z.string(), z.unknown()),
  has_search: z.boolean(),
  sends_at: instant,
  per_hour: z.nullable(count),
  /** Null while its act is running. */
  ready_at: z.nullable(instant),
  ...stages,
  ...beside,
  /** The earliest time for the last of the `unpaced` mails; null without such mails or without an hourly limit. */
  paced_until: z.nullable(instant),
})
export type DayWave = z.infer<typeof DayWave>

const JustAccepted = z.object({
  id: z.string(),
  /** `email` is null once erased. */
  entry: z.object({ id: z.string(), email: z.nullable(z.string()), business_name: z.nullable(z.string()) }),
  industry: z.nullable(z.string()),
  position: z.nullable(count),
  referrals: count,
  /** The source in the link with which they joined. */
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
  /** The most mails of waves in an hour. */
  most_per_hour: count,
  /** The problems of the mail server. */
  problems: z.array(z.string()),
  /** Nothing is sent before this time; null while mail is not paused. */
  paused_until: z.nullable(instant),
  /**
   * The time of the backup that the list was restored from, while nothing is sent because no owner has released the
   * list; null otherwise.
   */
  held_at: z.nullable(instant),
})
export type LeavingMails = z.infer<typeof LeavingMails>

/** The product that people are let into. */
const DayProduct = z.object({
  /** Whether it answered the last check, a few seconds ago; null before the first check. */
  answers: z.nullable(z.boolean()),
  /**
   * The number of people who accepted but whose token the product has not redeemed; null if it does not redeem tokens.
   */
  unredeemed: z.nullable(count),
  /** When the first of them accepted. */
  unredeemed_since: z.nullable(instant),
})
export type DayProduct = z.infer<typeof DayProduct>

export const LaunchDay = z.object({
  /** By the server's clock. */
  at: instant,
  /** Of all waves. */
  sums: z.object({ ...stages, ...beside }),
  /** Waves with waiting mails, and the newest other waves; newest first. */
  waves: z.array(DayWave),
  /** The newest first. */
  accepted: z.array(JustAccepted),
  mail: LeavingMails,
  /** Null without `PRODUCT_URL`. */
  product: z.nullable(DayProduct),
  /** The missing settings that keep waves from being sent. */
  gaps: z.array(z.object({ setting: z.string(), reason: z.string() })),
})
export type LaunchDay = z.infer<typeof LaunchDay>
