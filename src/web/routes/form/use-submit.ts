import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '#shared/site/site.ts'
import { paths, thankYouPath } from '#shared/site/paths.ts'
import { otherOf } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { type JoinProblem, joinWaitlist } from './join-waitlist.ts'
import { openVisit } from '../../proof/form-visit.ts'
import { tellOtherSite } from '../../storage/left-email.ts'
import { browserTokenOf } from '../../storage/place-token.ts'
import type { Signup } from '../../storage/signup.ts'
import { notify } from '../../ui/notify.ts'
import type { Draft } from './draft.ts'
import { newId } from '../../calls/new-id.ts'
import { completeSubmission, joinRequest, keepAsked } from './submission.ts'

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
