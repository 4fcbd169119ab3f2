import type { JobName } from './jobs.ts'
import { DEAD_LETTERS, KEPT_NAMES } from './queue-names.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** For queues without a worker: they keep their jobs for 30 days. */
const KEPT = { retentionSeconds: 30 * DAY }

/**
 * The seconds between two heartbeats of an active job. When they stop, start-releasing.ts makes the job due for another
 * server. The queue does so too, after `heartbeatSeconds`, but counts that as a failure and waits a minute or two
 * before the next try.
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

/** For jobs that may take hours. A retry continues where the last attempt stopped. */
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
  // Each batch of joins makes one such job, so finished ones are deleted early.
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
  // Only one is queued or active at a time.
  'run-sync': { ...LONG, policy: 'exclusive' },
  'run-act': LONG,
  leave: LONG,
  'change-email': LONG,
  // At most one is queued, even while another one is active.
  'forget-statistics': { ...PATIENT, policy: 'short', deleteAfterSeconds: MINUTE },
  'follow-reviews': PATIENT,
  'credit-referrer': PATIENT,
} satisfies Record<JobName | typeof DEAD_LETTERS | typeof KEPT_NAMES, object>
