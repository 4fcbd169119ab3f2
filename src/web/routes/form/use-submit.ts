import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '#shared/site/site.ts'
import { paths, thankYouPath } from '#shared/site/paths.ts'
import { otherOf, toAnswers } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { openVisit, prove, visitProof, endVisit } from '../../proof/form-visit.ts'
import { tellOtherSite, isLeftElsewhere } from '../../storage/left-email.ts'
import { browserTokenOf, browserToken, keepPlaceToken } from '../../storage/place-token.ts'
import type { Signup } from '../../storage/signup.ts'
import { notify } from '../../ui/notify.ts'
import { type Draft, forgetDraft } from './draft.ts'
import { newId } from '../../calls/new-id.ts'
import type { Challenge, JoinRequestInput, JoinResponse } from '#shared/joining/join.ts'
import { ROUTES } from '#shared/routes.ts'
import type { ErrorCode } from '#shared/values/errors.ts'
import { toldOf } from '#shared/joining/told.ts'
import { call, CallError, warn } from '../../calls/call.ts'
import { MAX_ELAPSED_MS } from '#shared/values/text.ts'
import { track } from '../../analytics/track.ts'
import { arrivalUtm } from '../../storage/arrival.ts'
import { keepAskedSignup } from '../../storage/asked-signup.ts'
import { appendLocalSubmission } from '../../storage/keep-submissions.ts'
import { forgetSignup } from '../../storage/forget-signup.ts'
import { sentAnswers } from './form-answers.ts'

type UseSubmit = Omit<Sending, 'onProblem'> & { step: number; goTo: (step: number) => void }

/** A problem that the server finds is shown at the step of its question. */
export function useSubmit({ step, goTo, ...sending }: UseSubmit) {
  const [submitting, setSubmitting] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const submitButton = useRef<HTMLButtonElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const send = useSend({ ...sending, onProblem: showProblem })

  function submit() {
    setSubmitting(true)
    return send(trap.current?.value ?? '')
  }

  function showProblem({ message, fields }: JoinProblem) {
    const errors = errorsByStep(fields)
    const firstStep = site().questions.findIndex(({ name }) => own(errors, name))
    // Synchronously, because only an enabled button can take the focus back.
    flushSync(() => setSubmitting(false))
    setFieldErrors(errors)
    submitButton.current?.focus()
    if (firstStep >= 0 && firstStep !== step) goTo(firstStep)
    const { title } = site().form.failed
    const description = errors.email ? site().signUp.unreachable : message
    void notify('join', { title, description, tone: 'destructive' })
  }

  const clearError = (name: string) => setFieldErrors({ ...fieldErrors, [name]: '' })
  return { submitting, fieldErrors, clearError, submitButton, trap, submit }
}

type Sending = {
  signup: Signup
  draft: Draft
  changeDraft: (change: Partial<Draft>) => Draft
  leaveFor: (address: string) => void
  onProblem: (problem: JoinProblem) => void
}

function useSend({ signup, draft, changeDraft, leaveFor, onProblem }: Sending) {
  const isOpen = useIsOpen()
  return async (website: string) => {
    const submissionId = draft.submissionId ?? newId()
    // Once more, because the network may have been down at every step.
    const stamp = draft.stamp ?? (await openVisit(signup.referralCode))
    const submission = { ...changeDraft({ submissionId, stamp }), submissionId }
    const outcome = await joinWaitlist(joinRequest(signup, submission, website), browserTokenOf(signup.email))
    if ('problem' in outcome) return isOpen.current ? onProblem(outcome.problem) : undefined
    const joined = 'joined' in outcome ? outcome.joined : null
    const thanks = tellOtherSite(signup.email, joined)
    if (joined) completeSubmission(signup, submission, joined)
    else keepAsked(signup)
    void notify('join')
    // A visitor who has left the form meanwhile stays on the other page.
    if (!isOpen.current) return
    if (thanks === null) leaveFor(joined ? thankYouPath(joined) : paths.checkInbox)
    else location.replace(thanks)
  }
}

function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

/** By the name of the question at whose step they are shown. That of the email is beside it. */
function errorsByStep(fields: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [path, message] of Object.entries(fields)) {
    const field = path.split('.')[0]
    if (field === 'email') errors.email = message
    const step = site().questions.find((question) => question.name === field || otherOf(question) === field)
    if (step) errors[step.name] = own(errors, step.name) ?? message
  }
  return errors
}

const TOLD_TO_VISITORS: ReadonlySet<string> = new Set<ErrorCode>([
  'lookup-failed',
  'position-failed',
  'insert-failed',
  'unconfirmed',
  'not-created',
  'update-failed',
  'leaving',
  'list-paused',
  'list-closed',
])

type JoinProblem = { message: string; fields: Record<string, string> }
/** `asked`: they confirm their address first, on the list or not. */
type JoinOutcome = { joined: JoinResponse } | { asked: true } | { problem: JoinProblem }

/** `token`: proves that this browser has joined with the email before. */
async function joinWaitlist(request: JoinRequestInput, token: string | null): Promise<JoinOutcome> {
  try {
    const answer = await send(request, token).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'proof-needed') throw error
      if (!(await prove(error.body.challenge as Challenge))) throw error
      return send(request, token)
    })
    return 'check_inbox' in answer ? { asked: true } : { joined: checked(answer) }
  } catch (error) {
    warn('Joining failed', error)
    const code = error instanceof CallError ? error.code : null
    const told = code !== null && TOLD_TO_VISITORS.has(code) ? toldOf(code) : null
    const fields = error instanceof CallError ? error.fields : {}
    return { problem: { message: told ?? site().form.failed.description, fields } }
  }
}

async function send(request: JoinRequestInput, token: string | null) {
  const proof = await visitProof()
  return call(ROUTES.join, { ...request, ...(proof && { proof }) }, { token })
}

/** A visitor must not see a position that does not exist, because a proxy answered. */
function checked(joined: JoinResponse): JoinResponse {
  if (!Number.isInteger(joined.position) || !joined.referral_code) throw new Error('The answer has no position')
  return joined
}

type Submission = Draft & { submissionId: string }

function joinRequest({ email, referralCode }: Signup, submission: Submission, website: string): JoinRequestInput {
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

function completeSubmission(
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
function keepAsked(signup: Signup) {
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
