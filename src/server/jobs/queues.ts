import type { JobName } from './jobs.ts'
import { DEAD_LETTERS, KEPT_NAMES } from './queue-names.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Jobs that nobody works on: they wait for the owner to ask again. */
const KEPT = { retentionSeconds: 30 * DAY }

/** Tried again after one minute, two, four and so on up to a day, for about a month; seen a week after its end. */
const PATIENT = {
  retryLimit: 36,
  retryDelay: MINUTE,
  retryBackoff: true,
  retryDelayMax: DAY,
  retentionSeconds: 40 * DAY,
  deleteAfterSeconds: 7 * DAY,
}

/** A worker that died with the job in hand is noticed after the time-out. */
const OUTSIDE = { ...PATIENT, deadLetter: DEAD_LETTERS, expireInSeconds: 5 * MINUTE }

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
  // One at a time. It may take hours: a worker that died with it is noticed by its silence.
  'run-sync': {
    policy: 'exclusive',
    heartbeatSeconds: 30,
    expireInSeconds: 12 * 60 * MINUTE,
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: MINUTE,
    retentionSeconds: 40 * DAY,
  },
  'credit-referrer': PATIENT,
} satisfies Record<JobName | typeof DEAD_LETTERS | typeof KEPT_NAMES, object>
