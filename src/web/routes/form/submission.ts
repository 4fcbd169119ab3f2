import type { JoinRequestInput, JoinResponse } from '#shared/join.ts'
import { keptOther } from '#shared/other-answer.ts'
import { track } from '../../analytics/track.ts'
import { arrivalUtm } from '../../storage/arrival.ts'
import { appendLocalSubmission, type LocalSubmission } from '../../storage/local-submissions.ts'
import { forgetSignup, type Signup } from '../../storage/signup.ts'
import { type Draft, forgetDraft } from './draft.ts'

/** The request that carries a complete draft. The server has the last word on every answer. */
export function joinRequest({ email, referralCode }: Signup, { answers, submissionId, startedAt }: Draft) {
  return {
    ...answers,
    email,
    used_referral_code: referralCode,
    submission_id: submissionId,
    utm: arrivalUtm(),
    elapsed_ms: Math.max(0, Date.now() - startedAt),
  } as JoinRequestInput
}

/** What the browser keeps, reports and forgets once somebody has their place. */
export function completeSubmission(request: JoinRequestInput, { position, referral_code }: JoinResponse) {
  const { full_name: _, utm: _utm, elapsed_ms: _elapsed, submission_id, ...answers } = request
  appendLocalSubmission({
    ...answers,
    id: submission_id,
    position,
    referral_code,
    referrals: 0,
    other_problem: keptOther({ chosen: answers.problems, other: answers.other_problem }),
    other_goal: keptOther({ chosen: answers.goals, other: answers.other_goal }),
    created_at: new Date().toISOString(),
  } as LocalSubmission)
  forgetSignup()
  forgetDraft()

  const has_referral = Boolean(request.used_referral_code)
  track({ name: 'waitlist_submission', has_referral })
  if (has_referral) track({ name: 'referral_used' })
}

/** A UUID, also on the plain-http addresses where browsers hide `crypto.randomUUID`. */
export function newSubmissionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
