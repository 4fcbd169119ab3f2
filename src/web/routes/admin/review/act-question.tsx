import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { Question } from '../ui/question.tsx'
import { previewQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { previewWords } from './words.ts'

type ActQuestionProps = {
  label: string
  /** What the button is about, for its name. */
  about: string
  title: string
  consequence: string
  request: ActRequest
  /** What was done, once it is. */
  done: string
  deciding: Deciding
  canConfirm?: boolean
  /** Fields of the question, instead of whom the act would change. */
  children?: ReactNode
}

/** A button that first shows whom the act would change, and how. */
export function ActQuestion({ request, done, deciding, children, ...question }: ActQuestionProps) {
  return (
    <Question
      {...question}
      tone="quiet"
      disabled={deciding.isBusy}
      onConfirm={() => void deciding.decide(request, done)}
    >
      {children ?? <ActPreview request={request} />}
    </Question>
  )
}

/** Whom an act would change now, and how. */
export function ActPreview({ request }: { request: ActRequest }) {
  const { data, isError } = useQuery(previewQuery(request))
  return (
    <ul className="preview" aria-live="polite">
      {(data ? previewWords(data) : [isError ? NOT_KNOWN : 'Counting...']).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

const NOT_KNOWN = 'How many people this changes could not be counted.'
