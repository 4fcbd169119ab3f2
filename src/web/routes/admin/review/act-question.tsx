import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { reasonOf } from '../../../calls/call-error.ts'
import { previewQuery } from './queries.ts'
import type { Deciding } from './use-decision.ts'
import { previewWords } from './words.ts'
import { Confirm } from '../../../ui/confirm.tsx'

type ActQuestionProps = {
  label: string
  /** The subject of the button, for its accessible name. */
  about: string
  title: string
  consequence: string
  request: ActRequest
  /** The words for the act once it is done. */
  done: string
  deciding: Deciding
  /** The number of people that the screen shows. */
  people?: number
  disabled?: boolean
  canConfirm?: boolean
  /** Fields of the question, in place of the preview of the act. */
  children?: ReactNode
}

/** A button that first shows the people that the act would change, and how. */
export function ActQuestion({ request, done, deciding, people, disabled, children, ...question }: ActQuestionProps) {
  return (
    <Confirm
      {...question}
      disabled={deciding.isBusy || disabled === true}
      onConfirm={() => void deciding.decide(request, done, people === undefined ? {} : { people })}
    >
      {children ?? <ActPreview request={request} />}
    </Confirm>
  )
}

/** The people that an act would change now, and how. */
export function ActPreview({ request }: { request: ActRequest }) {
  const { data, error } = useQuery(previewQuery(request))
  return (
    <ul className="preview" aria-live="polite">
      {(data ? previewWords(data) : [error ? `${NOT_KNOWN} ${reasonOf(error) ?? ''}` : 'Counting...']).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

const NOT_KNOWN = 'How many people this changes could not be counted.'
