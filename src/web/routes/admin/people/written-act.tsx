import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActRequest, LONGEST_TAG, type Selection } from '#shared/list/act-requests.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { ActPreview, ActQuestion } from '../review/act-question.tsx'
import type { Deciding } from '../review/use-decision.ts'
import { tagsQuery } from '../state/queries.ts'
import { useSettled } from '../ui/use-settled.ts'

type WrittenActProps = { kind: 'tag' | 'note'; whom: string; select: Selection; about: string; deciding: Deciding }

const WORDS = {
  tag: { label: 'Tag', consequence: 'Lists, figures, files and waves can be filtered by it.', most: LONGEST_TAG },
  note: { label: 'Note', consequence: 'For owners only, in the profile of each.', most: MAX_LENGTH.freeText },
}

/** An act with a text that the owner types. Once there is a text, it shows the people that the act would change. */
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
      <label>
        <span className="filter-label">{label}</span>
        <input
          required
          maxLength={most}
          list={kind === 'tag' ? 'tags-in-use' : undefined}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="filter-field"
        />
      </label>
      {kind === 'tag' && <TagFields tags={tags} removes={removes} onRemoves={setRemoves} />}
      {text !== '' && isAsked && <ActPreview request={asked} />}
    </ActQuestion>
  )
}

type TagFieldsProps = { tags: readonly { tag: string }[]; removes: boolean; onRemoves: (removes: boolean) => void }

/** The tags in use, as suggestions, and the choice to remove the tag. */
function TagFields({ tags, removes, onRemoves }: TagFieldsProps) {
  return (
    <>
      <datalist id="tags-in-use">
        {tags.map(({ tag }) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      <label className="wave-check">
        <input type="checkbox" checked={removes} onChange={({ target }) => onRemoves(target.checked)} />
        Take this tag away instead
      </label>
    </>
  )
}
