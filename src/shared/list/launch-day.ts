import * as z from 'zod/mini'
import { Gaps } from './waves.ts'

const instant = z.iso.datetime()
const count = z.int()

/** Each invitation counts once, in its current stage. */
const stages = {
  waiting: count,
  sent: count,
  opened: count,
  accepted: count,
  ended: count,
  called_back: count,
  dropped: count,
}
const Stages = z.object(stages)
export type Stages = z.infer<typeof Stages>

const beside = {
  /** Not due yet, because of the wave's start time or hourly limit. */
  unpaced: count,
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
  paced_until: z.nullable(instant),
})
export type DayWave = z.infer<typeof DayWave>

const JustAccepted = z.object({
  id: z.string(),
  entry: z.object({ id: z.string(), email: z.nullable(z.string()), business_name: z.nullable(z.string()) }),
  industry: z.nullable(z.string()),
  position: z.nullable(count),
  referrals: count,
  source: z.nullable(z.string()),
  sent_at: instant,
  accepted_at: instant,
  is_redeemed: z.boolean(),
})
export type JustAccepted = z.infer<typeof JustAccepted>

const LeavingMails = z.object({
  leaving: count,
  held: count,
  retrying: count,
  next_at: z.nullable(instant),
  last_minute: count,
  failed: count,
  most_per_hour: count,
  problems: z.array(z.string()),
  paused_until: z.nullable(instant),
  /** The backup that the list was restored from. Nothing is sent until an owner releases the list. */
  held_at: z.nullable(instant),
})
export type LeavingMails = z.infer<typeof LeavingMails>

const DayProduct = z.object({
  answers: z.nullable(z.boolean()),
  /** Accepted, but the product has not redeemed the token; null without `PRODUCT_SECRET`. */
  unredeemed: z.nullable(count),
  unredeemed_since: z.nullable(instant),
})
export type DayProduct = z.infer<typeof DayProduct>

export const LaunchDay = z.object({
  at: instant,
  sums: z.object({ ...stages, ...beside }),
  waves: z.array(DayWave),
  accepted: z.array(JustAccepted),
  mail: LeavingMails,
  product: z.nullable(DayProduct),
  gaps: Gaps,
})
export type LaunchDay = z.infer<typeof LaunchDay>
