import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { localPath } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { faultOf } from '#shared/joining/told.ts'
import { paths } from '#shared/site/paths.ts'
import type { Question } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { track } from '../../analytics/track.ts'
import type { Signup } from '../../storage/signup.ts'
import { buttonStyle } from '../../ui/button.ts'
import { reserveHeight } from '../../ui/reserve-height.ts'
import { useKeyboardInset } from '../../ui/use-keyboard-inset.ts'
import { useDraft, type Draft, storedDraft } from './draft.ts'
import { type FormAnswers, furthestStep, isAnswered, problemIn, stepCount } from './form-answers.ts'
import { Progress } from './progress.tsx'
import { SignupEmail, type TakeTyped } from './signup-email.tsx'
import { StepField } from './step-field.tsx'
import { Trap } from './trap.tsx'
import { useStep } from './use-step.ts'
import { useSubmit } from './use-submit.ts'
import { openVisit } from '../../proof/form-visit.ts'

export function Questionnaire({ signup, onSignup }: { signup: Signup; onSignup: (signup: Signup) => void }) {
  const [draft, changeDraft] = useDraft(signup.email)
  const { leaveFor, ...steps } = useStep({ start: draft.step, furthest: furthestStep(draft.answers) })
  const { step, goTo } = steps
  const sending = useSubmit({ signup, draft, changeDraft, leaveFor, step, goTo })
  const takerRef = useRef<TakeTyped>(null)
  const submit = useRef(sending.submit)
  useEffect(() => {
    submit.current = sending.submit
  })
  useStamp({ signup, draft, changeDraft, step })
  useKeyboardInset()

  // oxlint-disable-next-line react/exhaustive-deps -- runs only when another step opens
  useEffect(() => void changeDraft({ step }), [step])

  return (
    <div className="page-width form-page">
      <Progress step={step}>
        <SignupEmail
          email={signup.email}
          onChange={(email) => {
            changeDraft({ email, submissionId: null })
            sending.clearError('email')
            onSignup({ ...signup, email })
          }}
          disabled={sending.submitting}
          isUnreachable={Boolean(sending.fieldErrors.email)}
          takerRef={takerRef}
        />
      </Progress>
      <StepForm
        steps={steps}
        answers={draft.answers}
        onAnswer={(change) => changeDraft({ answers: { ...draft.answers, ...change }, submissionId: null })}
        sending={sending}
        takeEmail={() => takerRef.current?.() ?? true}
        // The newest: an email that was just taken over belongs to what is sent.
        onSubmit={() => submit.current()}
      />
    </div>
  )
}

type StepFormProps = {
  steps: Pick<ReturnType<typeof useStep>, 'step' | 'goTo' | 'goBack'>
  answers: FormAnswers
  onAnswer: (change: FormAnswers) => void
  sending: ReturnType<typeof useSubmit>
  takeEmail: TakeTyped
  onSubmit: () => Promise<void>
}

function StepForm({ steps: { step, goTo, goBack }, answers, onAnswer, sending, takeEmail, onSubmit }: StepFormProps) {
  const { submitting, fieldErrors, submitButton, trap } = sending
  const question = site().questions[step]
  const isLast = step === stepCount() - 1
  const [problem, setProblem] = useState<string | null>(null)
  const error = problem ?? (question && own(fieldErrors, question.name))
  const words = site().form
  const canGoOn = !question || isAnswered(question, answers)

  function answer(change: FormAnswers) {
    setProblem(null)
    sending.clearError(question!.name)
    onAnswer(change)
  }

  async function next(event: FormEvent) {
    event.preventDefault()
    if (submitting || !canGoOn || !takeEmail()) return
    const found = question ? problemIn(question, answers) : null
    setProblem(found)
    if (found !== null) return document.getElementById(question!.name)?.focus()
    if (isLast) return onSubmit()
    track({ name: 'form_step_complete', step_index: step, step_name: question!.name })
    goTo(step + 1)
  }

  return (
    <form noValidate onSubmit={next} aria-label={site().form.title} className="max-w-2xl">
      {question ? (
        <AnswerField {...{ question, error, answers }} onAnswer={answer} disabled={submitting} />
      ) : (
        <h1 className="step-question text-heading">{site().form.nothing}</h1>
      )}
      <Trap ref={trap} />
      <Actions
        submitButton={submitButton}
        words={submitting ? words.working : isLast ? words.submit : words.next}
        isWorking={submitting}
        canGoOn={canGoOn}
        onBack={step > 0 ? goBack : null}
      />
      {isLast && <PrivacySentence />}
    </form>
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
        {error && faultOf(question)}
      </p>
    </>
  )
}

type ActionsProps = {
  submitButton: RefObject<HTMLButtonElement | null>
  words: string
  isWorking: boolean
  canGoOn: boolean
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

export function PrivacySentence() {
  return (
    <p className="mb-6 text-small text-muted">
      {site().privacySentence.before}
      {/* In a tab of its own, so that the answers stay. */}
      <a href={localPath(paths.privacy)} target="_blank" rel="noreferrer" className="underline underline-offset-4">
        {site().privacySentence.link}
      </a>
      {site().privacySentence.after}
    </p>
  )
}

/** The bar with the buttons covers the questions. */
const reserveActions = (bar: HTMLElement | null) => (bar ? reserveHeight(bar, '--actions-height') : undefined)

type UseStamp = { signup: Signup; draft: Draft; changeDraft: (change: Partial<Draft>) => void; step: number }

/** At each step until one arrives, because the network may have been down. */
function useStamp({ signup, draft, changeDraft, step }: UseStamp) {
  useEffect(() => {
    if (draft.stamp === null)
      void openVisit(signup.referralCode).then((stamp) => {
        // Dropped if the draft was sent in the meantime.
        if (stamp !== null && storedDraft(signup.email)?.stamp === null) changeDraft({ stamp })
      })
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when another step opens
  }, [step])
}
