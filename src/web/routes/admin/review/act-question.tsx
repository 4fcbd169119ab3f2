import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { reasonOf } from '../../../calls/call.ts'
import { previewQuery } from '../state/queries.ts'
import type { Deciding } from './use-decision.ts'
import { previewWords } from './words.ts'
import { Confirm } from '../../../ui/dialog.tsx'

type ActQuestionProps = {
  label: string
  about: string
  title: string
  consequence: string
  request: ActRequest
  done: string
  deciding: Deciding
  people?: number
  disabled?: boolean
  canConfirm?: boolean
  children?: ReactNode
}

export function ActQuestion({ request, done, deciding, people, disabled, children, ...question }: ActQuestionProps) {
  return (
    <Confirm
      {...question}
      disabled={deciding.isBusy || disabled === true}
      onConfirm={() => deciding.decide(request, done, people === undefined ? {} : { people })}
    >
      {children ?? <ActPreview request={request} />}
    </Confirm>
  )
}

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
