import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { useLatest } from '../state/use-latest.ts'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { Panel } from '../../../ui/panel.tsx'
import { wordsQuery } from './queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'

type WordsPanelProps = {
  /** The field name of the written answer. */
  question: string
  title: string
  find: string
  filters: Partial<Filters>
  onOpen: (id: string) => void
}

const FIRST = 20
const MOST = 200

const NOT_NOW = 'This list could not be loaded. The page tries again every half minute.'

/** The texts of one written answer, the newest first. Each opens the profile of its writer. */
export function WordsPanel({ question, title, find, filters, onOpen }: WordsPanelProps) {
  const [limit, setLimit] = useState(FIRST)
  const query = useQuery(wordsQuery({ ...filters, question, ...(find && { find }), limit }))
  const shown = useLatest(query.data)
  if (!shown) {
    return (
      <Panel title={title}>
        <Empty isSmall>{query.isPending ? 'Loading data...' : NOT_NOW}</Empty>
      </Panel>
    )
  }

  const { texts, is_cut } = shown
  if (texts.length === 0) {
    return (
      <Panel title={title}>
        <EmptyChart kind="bars">{find ? `Nobody wrote “${find}” here.` : 'No answers to show.'}</EmptyChart>
      </Panel>
    )
  }
  return (
    <Panel title={title} note="Newest first">
      <ol className="words">
        {texts.map(({ id, text, created_at }) => (
          <li key={id} className="word">
            <button type="button" onClick={() => onOpen(id)} className="person word-text">
              {text}
            </button>
            <When at={created_at} />
          </li>
        ))}
      </ol>
      {is_cut && <MoreTexts limit={limit} onLimit={setLimit} />}
    </Panel>
  )
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{useOwnerTime(at, 'medium')}</time>
}

/** A button that shows more texts, up to the limit of one list. */
function MoreTexts({ limit, onLimit }: { limit: number; onLimit: (limit: number) => void }) {
  if (limit >= MOST) return <Empty isSmall>There are more. Search to see them.</Empty>
  return <Button onClick={() => onLimit(Math.min(limit * 3, MOST))}>Show More</Button>
}
