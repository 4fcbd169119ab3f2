import { toAnswers } from '#shared/site/answers.ts'
import type { JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { MAX_ELAPSED_MS } from '#shared/values/text.ts'
import { site } from '#shared/site/site.ts'
import { track } from '../../analytics/track.ts'
import { arrivalUtm } from '../../storage/arrival.ts'
import { endVisit } from '../../proof/form-visit.ts'
import { keepAskedSignup } from '../../storage/asked-signup.ts'
import { appendLocalSubmission } from '../../storage/keep-submissions.ts'
import { isLeftElsewhere } from '../../storage/left-email.ts'
import { forgetSignup } from '../../storage/forget-signup.ts'
import type { Signup } from '../../storage/signup.ts'
import { browserToken, keepPlaceToken } from '../../storage/place-token.ts'
import { type Draft, forgetDraft } from './draft.ts'
import { sentAnswers } from './form-answers.ts'

export type Submission = Draft & { submissionId: string }

export function joinRequest(
  { email, referralCode }: Signup,
  submission: Submission,
  website: string,
): JoinRequestInput {
  const { answers, submissionId, startedAt, stamp } = submission
  return {
    ...sentAnswers(answers),
    email,
    used_referral_code: referralCode,
    submission_id: submissionId,
    site_version: site().version,
    utm: arrivalUtm(),
    ...(website && { website }),
    ...(stamp !== null && { stamp }),
    elapsed_ms: Math.min(MAX_ELAPSED_MS, Math.max(0, Math.round(Date.now() - startedAt))),
  }
}

export function completeSubmission(
  { email, referralCode }: Signup,
  submission: Submission,
  { position, referral_code, browser_token }: JoinResponse,
) {
  // A form on another site must not replace the token of a person who joined here.
  if (browser_token && !(isLeftElsewhere(email) && browserToken())) keepPlaceToken(browser_token, email)
  appendLocalSubmission({
    ...toAnswers(sentAnswers(submission.answers)),
    position,
    referral_code,
    id: submission.submissionId,
    email,
    used_referral_code: referralCode,
    referrals: 0,
    created_at: new Date().toISOString(),
  })
  forgetDraft(email)
  endVisit()
  countSubmission({ email, referralCode })
}

/** For a confirmation of the address. The answers stay in this tab, because the address may be wrong. */
export function keepAsked(signup: Signup) {
  keepAskedSignup(signup)
  endVisit()
  countSubmission(signup)
}

function countSubmission({ email, referralCode }: Signup) {
  forgetSignup((other) => other === email)
  const step_index = site().questions.length - 1
  const last = site().questions[step_index]
  if (last) track({ name: 'form_step_complete', step_index, step_name: last.name })
  track({ name: 'waitlist_submission', has_referral: referralCode !== null })
  if (referralCode !== null) track({ name: 'referral_used' })
}
