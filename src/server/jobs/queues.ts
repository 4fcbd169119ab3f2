import type { JobName } from './jobs.ts'
import { DEAD_LETTERS, KEPT_NAMES } from './queue-names.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** For jobs without a worker: they wait until the owner requests them again. */
const KEPT = { retentionSeconds: 30 * DAY }

/**
 * The seconds between two heartbeats of an active job. When a server falls silent, start-releasing.ts gives its jobs to
 * other servers. The queue does so too, after `heartbeatSeconds`, but counts that as a failure and waits a minute or
 * two before the next try.
 */
export const BEAT_SECONDS = 5
const WATCHED = { heartbeatSeconds: MINUTE, expireInSeconds: 15 * MINUTE }

/** Retries after one minute, two, four and so on up to a day, for about a month. Finished jobs are kept for a week. */
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

/** May take hours, and goes on where it was. */
const LONG = {
  ...WATCHED,
  expireInSeconds: 12 * 60 * MINUTE,
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: MINUTE,
  retentionSeconds: 40 * DAY,
}

/** Every queue with its retry policy. */
export const QUEUES = {
  [DEAD_LETTERS]: KEPT,
  [KEPT_NAMES]: KEPT,
  // One for each batch of joins, and of no use once it is finished.
  'fan-out': { ...PATIENT, deleteAfterSeconds: MINUTE },
  'send-waitlist-email': OUTSIDE,
  'send-referral-notification': OUTSIDE,
  'send-place-link': OUTSIDE,
  'send-confirmation': OUTSIDE,
  'send-reminder': OUTSIDE,
  'send-address-confirmation': OUTSIDE,
  'send-invitation': OUTSIDE,
  'send-invitation-reminder': OUTSIDE,
  'send-contact-message': OUTSIDE,
  'add-to-notion': OUTSIDE,
  'sync-to-beehiiv': OUTSIDE,
  'erase-from-notion': OUTSIDE,
  'erase-from-beehiiv': OUTSIDE,
  requeue: PATIENT,
  // Only one runs at a time.
  'run-sync': { ...LONG, policy: 'exclusive' },
  'run-act': LONG,
  leave: LONG,
  'change-email': LONG,
  // One waits at most, also while another is at work.
  'forget-statistics': { ...PATIENT, policy: 'short', deleteAfterSeconds: MINUTE },
  'follow-reviews': PATIENT,
  'credit-referrer': PATIENT,
} satisfies Record<JobName | typeof DEAD_LETTERS | typeof KEPT_NAMES, object>
