import { peopleWords } from '../ui/words.ts'
import { type Selection, type ActRequest, LONGEST_TAG } from '#shared/list/act-requests.ts'
import { type Filters, MOST_EXPORTED_IDS } from '#shared/list/filters.ts'
import { MOST_IDS } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { actWords, outcomeWords } from '../entries/act-words.ts'
import { ActPreview, ActQuestion, type Deciding, type Decision } from '../review/decision.tsx'
import { goTo } from '../state/use-view.tsx'
import { toInvite } from '../waves/invited.ts'
import { ExportButton } from '../entries/export-button.tsx'
import type { Selecting } from '../entries/use-selection.ts'
import { Button } from '../../../ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { tagsQuery } from '../state/queries.ts'
import { useSettled } from '../ui/use-settled.ts'
import { Field } from '../../../ui/form.tsx'
import { Check } from '../../../ui/choices.tsx'

type ActBarProps = {
  filters: Partial<Filters>
  /** Null while it is not known. */
  found: number | null
  selecting: Selecting
  deciding: Deciding
}

const DECISIONS = [
  { kind: 'accept', label: 'Accept', done: 'Accepted', consequence: 'They count for whoever invited them.' },
  {
    kind: 'hold',
    label: 'Hold',
    done: 'Held',
    consequence: 'They don’t count for whoever invited them until you decide.',
  },
  {
    kind: 'reject',
    label: 'Reject',
    done: 'Rejected',
    consequence: 'They get no emails and don’t count for whoever invited them.',
  },
] as const

/** Covers the bottom of the screen, so that the list does not move. */
export function ActBar({ filters, found, selecting, deciding }: ActBarProps) {
  const { ids, isAll, clear } = selecting
  if (ids.size === 0 && !isAll) return null
  const select: Selection = isAll ? { filters: filters as Filters } : { ids: [...ids] }
  const whom = isAll ? `all ${found === null ? '' : `${grouped(found)} `}people` : peopleWords(ids.size)
  const act = { about: whom, deciding: clearsAfter(deciding, clear) }
  return (
    // Hidden and not removed while an act is under way: if it fails, the typed text is still there.
    <section ref={reserveFloor} aria-label="Selected people" hidden={deciding.isBusy} className="act-bar">
      <p>
        <output>
          {selecting.isAll ? whom.replace('all', 'All') : whom} selected
          {selecting.ids.size === MOST_IDS && `. You can tick at most ${grouped(MOST_IDS)} people one by one.`}
        </output>
        {!selecting.isAll && found !== null && found > selecting.ids.size && (
          <Button kind="text" onClick={selecting.tickAll}>
            Select all {grouped(found)}
          </Button>
        )}
      </p>
      <Button kind="icon" aria-label="Select nobody" onClick={clear}>
        <CloseIcon />
      </Button>
      <div className="act-bar-buttons">
        <WrittenAct kind="tag" whom={whom} select={select} {...act} />
        <WrittenAct kind="note" whom={whom} select={select} {...act} />
        {DECISIONS.map(({ kind, label, ...words }) => (
          <ActQuestion
            key={kind}
            label={label}
            title={`${label} ${whom}?`}
            request={{ kind, select }}
            {...words}
            {...act}
          />
        ))}
        <ExportButton
          label="Export"
          query={isAll ? filters : { ids: [...ids].join(',') }}
          total={isAll ? (found ?? 0) : ids.size > MOST_EXPORTED_IDS ? 0 : ids.size}
          fileName="waitlist-selection.csv"
        />
        <Button
          kind="primary"
          onClick={() => goTo({ view: 'invites', wave: 'new' }, { state: toInvite(isAll ? found : [...ids]) })}
        >
          Invite...
        </Button>
      </div>
    </section>
  )
}

/** Later ticks stay. */
function clearsAfter(deciding: Deciding, clear: () => void): Deciding {
  return { ...deciding, decide: (request, words) => deciding.decide(request, words, { onMade: clear }) }
}

export function outcomeOf({ words, act }: Decision): string {
  if (act === null) return words
  return [`${actWords(act)}: ${peopleWords(act.total)}`, outcomeWords(act)].filter(Boolean).join(', ')
}

type WrittenActProps = { kind: 'tag' | 'note'; whom: string; select: Selection; about: string; deciding: Deciding }

const WORDS = {
  tag: { label: 'Tag', consequence: 'Use tags to filter people, charts, exports and invites.', most: LONGEST_TAG },
  note: { label: 'Note', consequence: 'Shown in each person’s profile, to your team only.', most: MAX_LENGTH.freeText },
}

function WrittenAct({ kind, whom, select, about, deciding }: WrittenActProps) {
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
