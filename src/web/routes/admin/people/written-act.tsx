import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActRequest, LONGEST_TAG, type Selection } from '#shared/list/act-requests.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { ActPreview, ActQuestion } from '../review/act-question.tsx'
import type { Deciding } from '../review/use-decision.ts'
import { tagsQuery } from '../state/queries.ts'
import { useSettled } from '../ui/use-settled.ts'
import { Field } from '../../../ui/field.tsx'
import { Check } from '../../../ui/switch.tsx'

type WrittenActProps = { kind: 'tag' | 'note'; whom: string; select: Selection; about: string; deciding: Deciding }

const WORDS = {
  tag: { label: 'Tag', consequence: 'Use tags to filter people, charts, exports and invites.', most: LONGEST_TAG },
  note: { label: 'Note', consequence: 'Shown in each person’s profile, to your team only.', most: MAX_LENGTH.freeText },
}

export function WrittenAct({ kind, whom, select, about, deciding }: WrittenActProps) {
  const { label, consequence, most } = WORDS[kind]
  const [typed, setTyped] = useState('')
  const [removes, setRemoves] = useState(false)
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: kind === 'tag' })
  const text = typed.trim()
  const request: ActRequest = kind === 'tag' ? { kind, tag: text, remove: removes, select } : { kind, text, select }
  const asked = useSettled(request)
  const isAsked = JSON.stringify(asked) === JSON.stringify(request)

  return (
    <ActQuestion
      label={label}
      about={about}
      request={request}
      done={label}
      deciding={deciding}
      canConfirm={text !== ''}
      title={`${label} ${whom}`}
      consequence={consequence}
    >
      <Field
        label={label}
        required
        maxLength={most}
        suggestions={kind === 'tag' ? tags.map(({ tag }) => tag) : undefined}
        autoComplete="off"
        value={typed}
        onValueChange={setTyped}
      />
      {kind === 'tag' && <Check label="Remove this tag" checked={removes} onChange={setRemoves} />}
      {text !== '' && isAsked && <ActPreview request={asked} />}
    </ActQuestion>
  )
}
