import { type LocalSubmission, localSubmissions } from './local-submissions.ts'
import { writeStored } from './storage.ts'

// Apart from local-submissions.ts, which is part of the first load.

const NEWEST_KEPT = 50

/** One per email, the newest last. */
export function appendLocalSubmission(submission: LocalSubmission) {
  store([...submissionsWithout(submission.email), submission].slice(-NEWEST_KEPT))
}

export function forgetLocalSubmission(email: string) {
  store(submissionsWithout(email))
}

/** Also those under another spelling of the email. */
function submissionsWithout(email: string): LocalSubmission[] {
  return localSubmissions().filter((other) => other?.email?.trim().toLowerCase() !== email.trim().toLowerCase())
}

function store(submissions: LocalSubmission[]) {
  writeStored('localStorage', 'waitlistSubmissions', submissions.length > 0 ? JSON.stringify(submissions) : null)
}
