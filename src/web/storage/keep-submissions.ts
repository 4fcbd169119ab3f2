import { type LocalSubmission, localSubmissions } from './local-submissions.ts'
import { writeStored } from './storage.ts'

// Beside local-submissions.ts, which is part of the first load.

const NEWEST_KEPT = 50

/** One per email, the newest last. */
export function appendLocalSubmission(submission: LocalSubmission) {
  const others = localSubmissions().filter((other) => other?.email !== submission.email)
  writeStored('localStorage', 'waitlistSubmissions', JSON.stringify([...others, submission].slice(-NEWEST_KEPT)))
}

export function forgetLocalSubmission(email: string) {
  const others = localSubmissions().filter((other) => other?.email !== email)
  writeStored('localStorage', 'waitlistSubmissions', others.length > 0 ? JSON.stringify(others) : null)
}
