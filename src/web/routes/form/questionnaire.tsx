import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '#shared/site/site.ts'
import { paths, thankYouPath } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/question.ts'
import { otherOf } from '#shared/site/questions.ts'
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
import { type Draft, storedDraft, useDraft } from './draft.ts'
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
  const question = site().questions[step]!
  const isLast = step === site().questions.length - 1
  const error = fieldErrors[question.name]
  const send = useSend({ signup, draft, changeDraft, leaveFor, onProblem: showProblem })
  useStamp({ signup, draft, changeDraft, step })
  useKeyboardInset()

  // oxlint-disable-next-line react/exhaustive-deps -- only a step that opens is new
  useEffect(() => void changeDraft({ step }), [step])

  function answer(change: FormAnswers) {
    setFieldErrors({ ...fieldErrors, [question.name]: '' })
    changeDraft({ answers: { ...draft.answers, ...change }, submissionId: null })
  }

  async function next(event: FormEvent) {
    event.preventDefault()
    if (submitting || !isAnswered(question, draft.answers)) return
    if (isLast) {
      setSubmitting(true)
      return send(trap.current?.value ?? '')
    }
    track({ name: 'form_step_complete', step_index: step, step_name: question.name })
    goTo(step + 1)
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

  const words = site().form
  return (
    <div className="page-width form-page">
      <Progress step={step}>
        <SignupEmail
          email={signup.email}
          onChange={(email) => {
            changeDraft({ email, submissionId: null })
            onSignup({ ...signup, email })
          }}
          disabled={submitting}
        />
      </Progress>
      <form noValidate onSubmit={next} aria-label="Your questions" className="max-w-2xl">
        <AnswerField {...{ question, error }} answers={draft.answers} onAnswer={answer} disabled={submitting} />
        <Trap ref={trap} />
        <Actions
          submitButton={submitButton}
          words={submitting ? words.working : isLast ? words.submit : words.next}
          isWorking={submitting}
          canGoOn={isAnswered(question, draft.answers)}
          onBack={step > 0 ? goBack : null}
        />
        {isLast && <PrivacySentence />}
      </form>
    </div>
  )
}

type AnswerFieldProps = {
  question: Question
  answers: FormAnswers
  error: string | undefined
  onAnswer: (change: FormAnswers) => void
  disabled: boolean
}

function AnswerField({ question, answers, error, onAnswer, disabled }: AnswerFieldProps) {
  const errorId = useId()
  return (
    <>
      <StepField
        key={question.name}
        step={question}
        answers={answers}
        onAnswer={onAnswer}
        disabled={disabled}
        invalid={Boolean(error)}
        errorId={error ? errorId : undefined}
      />
      <p id={errorId} role="alert" className="mt-3 text-small text-danger empty:hidden">
        {error && `This answer ${error}.`}
      </p>
    </>
  )
}

type Sending = {
  signup: Signup
  draft: Draft
  changeDraft: (change: Partial<Draft>) => Draft
  leaveFor: (address: string) => void
  onProblem: (problem: JoinProblem) => void
}

/** Sends the answers and opens the next page. `website`: the content of the hidden field. */
function useSend({ signup, draft, changeDraft, leaveFor, onProblem }: Sending) {
  const isOpen = useIsOpen()
  return async (website: string) => {
    const submissionId = draft.submissionId ?? newSubmissionId()
    // The network may be back after it was gone at every step.
    const stamp = draft.stamp ?? (await openVisit(signup.referralCode))
    const submission = { ...changeDraft({ submissionId, stamp }), submissionId }
    const outcome = await joinWaitlist(joinRequest(signup, submission, website), browserTokenOf(signup.email))
    if ('joined' in outcome) {
      completeSubmission(signup, submission, outcome.joined)
      void notify('join')
    }
    if ('asked' in outcome) {
      tellOtherSite(signup.email, null)
      keepAsked(signup)
      void notify('join')
    }
    // A visitor who has left the form meanwhile stays on the other page.
    if (!isOpen.current) return
    if ('problem' in outcome) return onProblem(outcome.problem)
    if ('asked' in outcome) return leaveFor(paths.checkInbox)
    const thanks = tellOtherSite(signup.email, outcome.joined)
    if (thanks === null) leaveFor(thankYouPath(outcome.joined))
    else location.replace(thanks)
  }
}

/** Asks for a stamp at each step until one arrives, because the network may have been gone. */
function useStamp({
  signup,
  draft,
  changeDraft,
  step,
}: Pick<Sending, 'signup' | 'draft' | 'changeDraft'> & { step: number }) {
  useEffect(() => {
    if (draft.stamp === null)
      void openVisit(signup.referralCode).then((stamp) => {
        // A draft that was sent in the meantime does not get it.
        if (stamp !== null && storedDraft(signup.email)?.stamp === null) changeDraft({ stamp })
      })
    // oxlint-disable-next-line react/exhaustive-deps -- only a step that opens is a reason
  }, [step])
}

type ActionsProps = {
  submitButton: RefObject<HTMLButtonElement | null>
  /** The text of the button that goes on. */
  words: string
  isWorking: boolean
  canGoOn: boolean
  /** Null at the first step. */
  onBack: (() => void) | null
}

function Actions({ submitButton, words, isWorking, canGoOn, onBack }: ActionsProps) {
  return (
    <div ref={reserveActions} className="step-actions">
      {onBack && (
        <button type="button" disabled={isWorking} onClick={onBack} className={buttonStyle('quiet')}>
          {site().form.back}
        </button>
      )}
      <button
        ref={submitButton}
        type="submit"
        disabled={isWorking || !canGoOn}
        className={buttonStyle('primary', 'grow tablet:min-w-40 tablet:grow-0')}
      >
        {words}
      </button>
    </div>
  )
}

function PrivacySentence() {
  return (
    <p className="text-small text-muted">
      {site().privacySentence.before}
      {/* In a tab of its own, so that the answers stay. */}
      <a href={paths.privacy} target="_blank" rel="noreferrer" className="underline underline-offset-4">
        {site().privacySentence.link}
      </a>
      {site().privacySentence.after}
    </p>
  )
}

/** Reserves space, because the bar with the buttons covers the questions. */
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
