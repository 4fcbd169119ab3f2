import type { Answers } from '#shared/answers.ts'
import { readStoredJson, writeStored } from './storage.ts'

const NEWEST_KEPT = 50

/** The submissions of this browser, under the server's column names, without the full name. */
export type LocalSubmission = Answers & {
  id: string
  email: string
  position: number
  referral_code: string
  used_referral_code: string | null
  referrals: number
  created_at: string
}

export function localSubmissions(): LocalSubmission[] {
  const stored = readStoredJson('localStorage', 'waitlistSubmissions')
  return Array.isArray(stored) ? stored : []
}

/** One per email, the newest last. */
export function appendLocalSubmission(submission: LocalSubmission) {
  const others = localSubmissions().filter((other) => other?.email !== submission.email)
  writeStored('localStorage', 'waitlistSubmissions', JSON.stringify([...others, submission].slice(-NEWEST_KEPT)))
}

export function forgetLocalSubmission(email: string) {
  const others = localSubmissions().filter((other) => other?.email !== email)
  writeStored('localStorage', 'waitlistSubmissions', others.length > 0 ? JSON.stringify(others) : null)
}
