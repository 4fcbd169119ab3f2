import type { Jobs } from '../jobs/jobs.ts'
import type { NewCredit } from './queries.ts'

/** The referrers to notify that they moved up. A held credit moves nobody, so it causes no notification. */
export function toNotifications(credits: NewCredit[]): Jobs['send-referral-notification'][] {
  return credits
    .filter(({ state }) => state === 'counted')
    .map(({ friend_id, referrer_id }) => ({ entry_id: referrer_id, friend_id }))
}
