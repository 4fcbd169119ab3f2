import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '#shared/site.ts'
import { paths, thankYouPath } from '#shared/paths.ts'
import { otherOf } from '#shared/questions.ts'
import { track } from '../../analytics/track.ts'
import { type JoinProblem, joinWaitlist } from '../../api/waitlist.ts'
import { openVisit } from '../../proof/form-visit.ts'
import { tellOtherSite } from '../../storage/left-email.ts'
import { browserTokenOf } from '../../storage/place-token.ts'
import type { Signup } from '../../storage/signup.ts'
import { buttonStyle } from '../../ui/button.ts'
import { notify } from '../../ui/notify.ts'
import { reserveHeight } from '../../ui/reserve-height.ts'
import { useKeyboardInset } from '../../ui/use-keyboard-inset.ts'
import { storedDraft, useDraft } from './draft.ts'
import { type FormAnswers, furthestStep, isAnswered } from './form-answers.ts'
import { Progress } from './progress.tsx'
import { SignupEmail } from './signup-email.tsx'
import { StepField } from './step-field.tsx'
import { completeSubmission, joinRequest, keepAsked, newSubmissionId } from './submission.ts'
import { Trap } from './trap.tsx'
import { useStep } from './use-step.ts'

type QuestionnaireProps = { signup: Signup; onSignup: (signup: Signup) => void }

export function Questionnaire({ signup, onSignup }: QuestionnaireProps) {
  const [draft, changeDraft] = useDraft(signup.email)
  const { step, goTo, goBack, leaveFor } = useStep({ start: draft.step, furthest: furthestStep(draft.answers) })
  const [submitting, setSubmitting] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const submitButton = useRef<HTMLButtonElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const isOpen = useIsOpen()
  const question = site().questions[step]!
  const isLast = step === site().questions.length - 1
  const error = fieldErrors[question.name]
  useKeyboardInset()

  // oxlint-disable-next-line react/exhaustive-deps -- only a step that opens is new
  useEffect(() => void changeDraft({ step }), [step])

  // Asked for again at each step until it has come: the network may have been gone.
  useEffect(() => {
    if (draft.stamp === null) void openVisit(signup.referralCode).then(keepStamp)
    // oxlint-disable-next-line react/exhaustive-deps -- only a step that opens is a reason
  }, [step])

  /** Not in a draft that was sent meanwhile. */
  function keepStamp(stamp: string | null) {
    if (stamp !== null && storedDraft(signup.email)?.stamp === null) changeDraft({ stamp })
  }

  function answer(change: FormAnswers) {
    setFieldErrors({ ...fieldErrors, [question.name]: '' })
    changeDraft({ answers: { ...draft.answers, ...change }, submissionId: null })
  }

  function changeEmail(email: string) {
    changeDraft({ email, submissionId: null })
    onSignup({ ...signup, email })
  }

  async function next(event: FormEvent) {
    event.preventDefault()
    if (submitting || !isAnswered(question, draft.answers)) return
    if (isLast) return submit()
    track({ name: 'form_step_complete', step_index: step, step_name: question.name })
    goTo(step + 1)
  }

  async function submit() {
    setSubmitting(true)
    const submissionId = draft.submissionId ?? newSubmissionId()
    // A network that was gone at every step may be back.
    const stamp = draft.stamp ?? (await openVisit(signup.referralCode))
    const submission = { ...changeDraft({ submissionId, stamp }), submissionId }
    const request = joinRequest(signup, submission, trap.current?.value ?? '')
    const outcome = await joinWaitlist(request, browserTokenOf(signup.email))
    if ('joined' in outcome) {
      completeSubmission(signup, submission, outcome.joined)
      void notify('join')
    }
    if ('asked' in outcome) {
      keepAsked(signup)
      void notify('join')
    }
    // A visitor who has left the form meanwhile stays on the other page.
    if (!isOpen.current) return
    if ('problem' in outcome) return showProblem(outcome.problem)
    if ('asked' in outcome) return leaveFor(paths.checkInbox)
    const thanks = tellOtherSite(signup.email, outcome.joined)
    if (thanks === null) leaveFor(thankYouPath(outcome.joined))
    else location.replace(thanks)
  }

  function showProblem({ message, fields }: JoinProblem) {
    const errors = errorsByStep(fields)
    const firstStep = site().questions.findIndex(({ name }) => errors[name])
    // Synchronously, because only an enabled button can take the focus back.
    flushSync(() => setSubmitting(false))
    setFieldErrors(errors)
    submitButton.current?.focus()
    if (firstStep >= 0 && firstStep !== step) goTo(firstStep)
    void notify('join', { title: 'Error', description: message, tone: 'destructive' })
  }

  return (
    <div className="page-width form-page">
      <Progress step={step}>
        <SignupEmail email={signup.email} onChange={changeEmail} disabled={submitting} />
      </Progress>
      <form noValidate onSubmit={next} aria-label="Your questions" className="max-w-2xl">
        <StepField
          key={question.name}
          step={question}
          answers={draft.answers}
          onAnswer={answer}
          disabled={submitting}
          invalid={Boolean(error)}
          errorId={error ? errorId : undefined}
        />
        <p id={errorId} role="alert" className="mt-3 text-small text-danger empty:hidden">
          {error && `This answer ${error}.`}
        </p>
        <Trap ref={trap} />
        <div ref={reserveActions} className="step-actions">
          {step > 0 && (
            <button type="button" disabled={submitting} onClick={goBack} className={buttonStyle('quiet')}>
              Back
            </button>
          )}
          <button
            ref={submitButton}
            type="submit"
            disabled={submitting || !isAnswered(question, draft.answers)}
            className={buttonStyle('primary', 'grow tablet:min-w-40 tablet:grow-0')}
          >
            {submitting ? 'Processing...' : isLast ? 'Submit' : 'Next'}
          </button>
        </div>
        {isLast && (
          <p className="text-small text-muted">
            {site().privacySentence.before}
            {/* In a tab of its own, so that the answers stay. */}
            <a href={paths.privacy} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              {site().privacySentence.link}
            </a>
            {site().privacySentence.after}
          </p>
        )}
      </form>
    </div>
  )
}

/** The bar with the buttons lies over the questions. */
const reserveActions = (bar: HTMLElement | null) => (bar ? reserveHeight(bar, '--actions-height') : undefined)

/** True until the page is left; check it after a wait. */
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

/** The server's error for a field, shown at the field's step. */
function errorsByStep(fields: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [path, message] of Object.entries(fields)) {
    const field = path.split('.')[0]
    const step = site().questions.find((question) => question.name === field || otherOf(question) === field)
    if (step) errors[step.name] ??= message
  }
  return errors
}
