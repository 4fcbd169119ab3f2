import type { JobName } from './jobs.ts'
import { DEAD_LETTERS, KEPT_NAMES } from './queue-names.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Jobs that nobody works on: they wait for the owner to ask again. */
const KEPT = { retentionSeconds: 30 * DAY }

/**
 * A server says so often that it is still at its jobs, in seconds. start-releasing.ts gives the jobs of a silent server
 * to the others. The queue would do so itself after `heartbeatSeconds`, but counts that as a failure and waits a minute
 * or two before the next try.
 */
export const BEAT_SECONDS = 5
const WATCHED = { heartbeatSeconds: MINUTE, expireInSeconds: 15 * MINUTE }

/** Tried again after one minute, two, four and so on up to a day, for about a month; seen a week after its end. */
const PATIENT = {
  ...WATCHED,
  retryLimit: 36,
  retryDelay: MINUTE,
  retryBackoff: true,
  retryDelayMax: DAY,
  retentionSeconds: 40 * DAY,
  deleteAfterSeconds: 7 * DAY,
}

const OUTSIDE = { ...PATIENT, deadLetter: DEAD_LETTERS }

/** Every queue, with how patient it is. */
export const QUEUES = {
  [DEAD_LETTERS]: KEPT,
  [KEPT_NAMES]: KEPT,
  // Holds the full name, which goes when it has been passed on.
  'fan-out': { ...PATIENT, deleteAfterSeconds: MINUTE },
  'send-waitlist-email': OUTSIDE,
  'send-referral-notification': OUTSIDE,
  'send-contact-message': OUTSIDE,
  // Holds the full name, which goes when Notion has it, and after 30 days otherwise.
  'add-to-notion': { ...OUTSIDE, retentionSeconds: 30 * DAY, deleteAfterSeconds: MINUTE },
  'sync-to-beehiiv': OUTSIDE,
  requeue: PATIENT,
  // One at a time, and it may take hours.
  'run-sync': {
    ...WATCHED,
    policy: 'exclusive',
    expireInSeconds: 12 * 60 * MINUTE,
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: MINUTE,
    retentionSeconds: 40 * DAY,
  },
  'credit-referrer': PATIENT,
} satisfies Record<JobName | typeof DEAD_LETTERS | typeof KEPT_NAMES, object>
