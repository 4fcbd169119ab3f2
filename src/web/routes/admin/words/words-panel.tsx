import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import type { Words } from '#shared/site/words.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { useLatest } from '../state/use-latest.ts'
import { Panel } from '../ui/panel.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { wordsQuery } from './queries.ts'
import { WordGroupRow } from './word-group-row.tsx'

type WordsPanelProps = {
  /** The field name of the written answer. */
  question: string
  title: string
  view: View
  filters: Partial<Filters>
  onChange: ChangeView
}

const FIRST = 20
const MOST = 200

const NOT_NOW = 'This list could not be loaded. The page tries again every half minute.'

/** The texts of one written answer: similar texts in groups, the largest group first. */
export function WordsPanel({ question, title, view, filters, onChange }: WordsPanelProps) {
  const [limit, setLimit] = useState(FIRST)
  const find = view.find.trim()
  const query = useQuery(wordsQuery({ ...filters, question, ...(find && { find }), limit }))
  const shown = useLatest(query.data)
  if (!shown) {
    return (
      <Panel title={title}>
        <p className="empty">{query.isPending ? 'Loading data...' : NOT_NOW}</p>
      </Panel>
    )
  }

  const { groups, total } = shown
  if (total === 0) {
    return (
      <Panel title={title}>
        <EmptyChart kind="bars">{find ? `Nobody wrote “${find}” here.` : 'No answers to show.'}</EmptyChart>
      </Panel>
    )
  }
  return (
    <Panel title={title} note={summaryOf(shown)}>
      <ol className="words">
        {groups.map((group) => (
          <WordGroupRow key={group.text} group={group} most={groups[0]!.people} view={view} onChange={onChange} />
        ))}
      </ol>
      <MoreGroups rest={total - groups.length} limit={limit} onLimit={setLimit} />
    </Panel>
  )
}

type MoreGroupsProps = { rest: number; limit: number; onLimit: (limit: number) => void }

/** A button that shows more groups, up to the limit of one list. */
function MoreGroups({ rest, limit, onLimit }: MoreGroupsProps) {
  if (rest <= 0) return null
  if (limit >= MOST) return <p className="empty">{grouped(rest)} more. Search to see them.</p>
  return (
    <button
      type="button"
      onClick={() => onLimit(Math.min(limit * 3, MOST))}
      className={buttonStyle('quiet', 'tool-button')}
    >
      Show More
    </button>
  )
}

function summaryOf({ people, is_cut, total }: Words): string {
  const who = is_cut ? `The newest ${grouped(people)} people` : people === 1 ? '1 person' : `${grouped(people)} people`
  return `${who}, ${grouped(total)} different ${total === 1 ? 'answer' : 'answers'}`
}
