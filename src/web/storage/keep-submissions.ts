import { normalizeEmail } from '#shared/values/normalize-email.ts'
import { type LocalSubmission, localSubmissions } from './local-submissions.ts'
import { writeStored } from './storage.ts'

// Apart from local-submissions.ts, which is part of the first load.

const NEWEST_KEPT = 50

export function appendLocalSubmission(submission: LocalSubmission) {
  const email = normalizeEmail(submission.email)
  const others = localSubmissions().filter((other) => emailOf(other) !== email)
  store([...others, submission].slice(-NEWEST_KEPT))
}

export function forgetSubmissionsOf({ emails, codes }: { emails: Set<string>; codes: string[] }): LocalSubmission[] {
  const isTheirs = (one: LocalSubmission) => emails.has(emailOf(one)) || codes.includes(one?.referral_code)
  const all = localSubmissions()
  store(all.filter((one) => !isTheirs(one)))
  return all.filter(isTheirs)
}

/** Other code can write anything into the storage. */
function emailOf(submission: LocalSubmission): string {
  return normalizeEmail(String(submission?.email))
}

function store(submissions: LocalSubmission[]) {
  writeStored('localStorage', 'waitlistSubmissions', submissions.length > 0 ? JSON.stringify(submissions) : null)
}
