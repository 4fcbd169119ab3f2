import { useRef, useState } from 'react'
import { MAX_LENGTH } from '#shared/text.ts'
import { QUESTIONS } from '#site/questionnaire.ts'
import { readStoredJson, writeStored } from '../../storage/storage.ts'
import { type FormAnswers, isFormAnswers, NO_ANSWERS } from './form-answers.ts'

const KEY = 'formDraft'

/** Where somebody is in the questionnaire. It survives a reload, and belongs to one email. */
export type Draft = {
  email: string
  step: number
  answers: FormAnswers
  /** Made with the first attempt to send these very answers; a retry keeps it. */
  submissionId: string | null
  /** When the form was opened, in epoch milliseconds. */
  startedAt: number
}

/** The draft of this email, stored with every change. */
export function useDraft(email: string) {
  const [draft, setDraft] = useState(() => storedDraft(email) ?? newDraft(email))
  // What a change builds on: the state of this render is old by the time that an answer of the server comes.
  const latest = useRef(draft)

  function changeDraft(change: Partial<Draft>): Draft {
    latest.current = { ...latest.current, ...change }
    setDraft(latest.current)
    writeStored('sessionStorage', KEY, JSON.stringify(latest.current))
    return latest.current
  }

  return [draft, changeDraft] as const
}

/** Leaves a draft that somebody else has begun meanwhile. */
export function forgetDraft(email: string) {
  if (storedDraft(email)) writeStored('sessionStorage', KEY, null)
}

function newDraft(email: string): Draft {
  return { email, step: 0, answers: NO_ANSWERS, submissionId: null, startedAt: Date.now() }
}

/** Null where nothing is stored, where it is another person's, and where it is not what we would have stored. */
function storedDraft(email: string): Draft | null {
  const draft = readStoredJson('sessionStorage', KEY) as Partial<Draft> | null
  if (draft?.email !== email || !isFormAnswers(draft.answers)) return null
  const { step, answers, submissionId, startedAt } = draft
  if (!Number.isInteger(step) || !QUESTIONS[step!] || typeof startedAt !== 'number') return null
  return {
    email,
    step: step!,
    answers,
    submissionId:
      typeof submissionId === 'string' && submissionId.length <= MAX_LENGTH.submissionId ? submissionId : null,
    startedAt,
  }
}
