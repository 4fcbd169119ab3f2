import { useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { forgetAskedSignup } from '../../storage/asked-signup.ts'
import { DRAFT, readStoredJson, writeStored } from '../../storage/storage.ts'
import type { Signup } from '../../storage/signup.ts'
import { type FormAnswers, noAnswers, restoredAnswers } from './form-answers.ts'

/** Survives a reload, and belongs to one email. */
export type Draft = {
  email: string
  step: number
  answers: FormAnswers
  /** Made at the first attempt to send these answers. A retry keeps it. */
  submissionId: string | null
  startedAt: number
  stamp: string | null
}

export function useDraft(email: string) {
  const [draft, setDraft] = useState(() => storedDraft(email) ?? newDraft(email))
  // Changes start from here: the state of a render may be stale when the server's response arrives.
  const latest = useRef(draft)

  function changeDraft(change: Partial<Draft>): Draft {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
    writeStored('sessionStorage', DRAFT, JSON.stringify(latest.current))
    return latest.current
  }

  return [draft, changeDraft] as const
}

/** Not one that another person has begun in the meantime. */
export function forgetDraft(email: string) {
  if (!storedDraft(email)) return
  writeStored('sessionStorage', DRAFT, null)
  delete document.documentElement.dataset.begun
}

export function forgetAsked({ email }: Signup) {
  forgetAskedSignup()
  forgetDraft(email)
}

function newDraft(email: string): Draft {
  return { email, step: 0, answers: noAnswers(), submissionId: null, startedAt: Date.now(), stamp: null }
}

/** Null if it belongs to another email or is invalid. */
export function storedDraft(email: string): Draft | null {
  const draft = readStoredJson('sessionStorage', DRAFT) as Partial<Draft> | null
  if (draft?.email !== email || typeof draft.answers !== 'object' || draft.answers === null) return null
  const { step, answers, submissionId, startedAt, stamp } = draft
  if (!Number.isInteger(step) || step! < 0 || typeof startedAt !== 'number') return null
  return {
    email,
    step: step!,
    answers: restoredAnswers(answers),
    submissionId:
      typeof submissionId === 'string' && submissionId.length <= MAX_LENGTH.submissionId ? submissionId : null,
    startedAt,
    stamp: typeof stamp === 'string' ? stamp : null,
  }
}
