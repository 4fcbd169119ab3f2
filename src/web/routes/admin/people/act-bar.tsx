import type { Selection } from '#shared/list/act-requests.ts'
import { type Filters, MOST_EXPORTED_IDS } from '#shared/list/filters.ts'
import { MOST_IDS } from '#shared/list/waves.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { reserveFloor } from '../../../ui/reserve-height.ts'
import { actWords, outcomeWords } from '../acts/act-words.ts'
import { ActQuestion } from '../review/act-question.tsx'
import type { Deciding, Decision } from '../review/use-decision.ts'
import { peopleWords } from '../review/words.ts'
import type { ChangeView } from '../view/use-view.ts'
import { toInvite } from '../waves/invited.ts'
import { WrittenAct } from './written-act.tsx'
import { ExportButton } from '../submissions/export-button.tsx'
import type { Selecting } from '../submissions/use-selection.ts'
import { Button } from '../../../ui/button.tsx'

type ActBarProps = {
  filters: Partial<Filters>
  /** Null while it is not known. */
  found: number | null
  selecting: Selecting
  deciding: Deciding
  onChange: ChangeView
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
export function ActBar({ filters, found, selecting, deciding, onChange }: ActBarProps) {
  const { ids, isAll, clear } = selecting
  if (ids.size === 0 && !isAll) return null
  const select: Selection = isAll ? { filters: filters as Filters } : { ids: [...ids] }
  const whom = isAll ? `all ${found === null ? '' : `${grouped(found)} `}people` : peopleWords(ids.size)
  const act = { about: whom, deciding: clearsAfter(deciding, clear) }
  return (
    // Hidden and not removed while an act is under way: if it fails, the typed text is still there.
    <section ref={reserveFloor} aria-label="Selected people" hidden={deciding.isBusy} className="act-bar">
      <SelectedWords whom={whom} found={found} selecting={selecting} />
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
          onClick={() => onChange({ view: 'invites', wave: 'new' }, { state: toInvite(isAll ? found : [...ids]) })}
        >
          Invite...
        </Button>
      </div>
    </section>
  )
}

type SelectedWordsProps = Pick<ActBarProps, 'found' | 'selecting'> & { whom: string }

function SelectedWords({ whom, found, selecting: { ids, isAll, tickAll } }: SelectedWordsProps) {
  return (
    <p>
      <output>
        {isAll ? whom.replace('all', 'All') : whom} selected
        {ids.size === MOST_IDS && `. You can tick at most ${grouped(MOST_IDS)} people one by one.`}
      </output>
      {!isAll && found !== null && found > ids.size && (
        <Button kind="text" onClick={tickAll}>
          Select all {grouped(found)}
        </Button>
      )}
    </p>
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
