import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { thankYouPath } from '#shared/paths.ts'
import { otherOf } from '#shared/questions.ts'
import { QUESTIONS } from '#site/questionnaire.ts'
import { track } from '../../analytics/track.ts'
import { type JoinProblem, joinWaitlist } from '../../api/waitlist.ts'
import type { Signup } from '../../storage/signup.ts'
import { buttonStyle } from '../../ui/button.ts'
import { notify } from '../../ui/notify.ts'
import { useKeyboardInset } from '../../ui/use-keyboard-inset.ts'
import { useDraft } from './draft.ts'
import { type FormAnswers, isAnswered } from './form-answers.ts'
import { Progress } from './progress.tsx'
import { StepField } from './step-field.tsx'
import { completeSubmission, joinRequest, newSubmissionId } from './submission.ts'

export function Questionnaire({ signup }: { signup: Signup }) {
  const [, navigate] = useLocation()
  const [draft, changeDraft] = useDraft(signup.email)
  const [submitting, setSubmitting] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const submitButton = useRef<HTMLButtonElement>(null)
  const errorId = useId()
  const isOpen = useIsOpen()
  const step = QUESTIONS[draft.step]!
  const isLast = draft.step === QUESTIONS.length - 1
  const error = fieldErrors[step.name]
  useKeyboardInset()

  function answer(change: FormAnswers) {
    setFieldErrors({ ...fieldErrors, [step.name]: '' })
    changeDraft({ answers: { ...draft.answers, ...change }, submissionId: null })
  }

  function reportStep() {
    track({ name: 'form_step_complete', step_index: draft.step, step_name: step.name })
  }

  async function next(event: FormEvent) {
    event.preventDefault()
    if (submitting || !isAnswered(step, draft.answers)) return
    if (isLast) return submit()
    reportStep()
    changeDraft({ step: draft.step + 1 })
  }

  async function submit() {
    setSubmitting(true)
    const submissionId = draft.submissionId ?? newSubmissionId()
    const submission = { ...changeDraft({ submissionId }), submissionId }
    const outcome = await joinWaitlist(joinRequest(signup, submission))
    if ('joined' in outcome) {
      completeSubmission(signup, submission, outcome.joined)
      void notify('join')
    }
    // A visitor who has left the form meanwhile stays on the other page.
    if (!isOpen.current) return
    if ('problem' in outcome) return showProblem(outcome.problem)
    // In place of the form: going back from here leads to the landing page, not to an expired form.
    navigate(thankYouPath(outcome.joined), { replace: true })
  }

  function showProblem({ message, fields }: JoinProblem) {
    const errors = errorsByStep(fields)
    const firstStep = QUESTIONS.findIndex(({ name }) => errors[name])
    // Synchronously, because only an enabled button can take the focus back.
    flushSync(() => setSubmitting(false))
    setFieldErrors(errors)
    if (firstStep >= 0) changeDraft({ step: firstStep })
    else submitButton.current?.focus()
    void notify('join', { title: 'Error', description: message, tone: 'destructive' })
  }

  return (
    <form noValidate onSubmit={next} className="page-width pt-4 tablet:pt-8">
      <Progress step={draft.step} />
      <div className="max-w-2xl">
        <StepField
          key={step.name}
          step={step}
          answers={draft.answers}
          onAnswer={answer}
          disabled={submitting}
          invalid={Boolean(error)}
          errorId={error ? errorId : undefined}
        />
        <p id={errorId} role="alert" className="mt-3 text-small text-danger empty:hidden">
          {error && `This answer ${error}.`}
        </p>
        <div className="step-actions">
          {draft.step > 0 && (
            <button
              type="button"
              disabled={submitting}
              onClick={() => changeDraft({ step: draft.step - 1 })}
              className={buttonStyle('quiet')}
            >
              Back
            </button>
          )}
          <button
            ref={submitButton}
            type="submit"
            disabled={submitting || !isAnswered(step, draft.answers)}
            className={buttonStyle('primary', 'grow tablet:min-w-40 tablet:grow-0')}
          >
            {submitting ? 'Processing...' : isLast ? 'Submit' : 'Next'}
          </button>
        </div>
      </div>
    </form>
  )
}

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
    const step = QUESTIONS.find((question) => question.name === field || otherOf(question) === field)
    if (step) errors[step.name] ??= message
  }
  return errors
}
