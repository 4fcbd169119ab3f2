import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filters, WordsQuery } from '#shared/list/filters.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { EmptyChart } from '../charts/chart-tooltip.tsx'
import { useLatest } from '../state/use-figures.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { labelledAnswers } from './written-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Empty } from '../../../ui/query-state.tsx'

type WordsTabProps = {
  view: View
  filters: Partial<Filters>
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function WordsTab({ view, filters, onChange, onOpen }: WordsTabProps) {
  return (
    <>
      <div className="words-find">
        <SearchField
          label="Search what people wrote"
          value={view.find}
          onSearch={(find) => onChange({ find }, { replace: view.find !== '' })}
        />
      </div>
      <div className="columns">
        {labelledAnswers().map(({ name, title }) => (
          <WordsPanel
            key={name}
            question={name}
            title={title}
            find={view.find.trim()}
            filters={filters}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  )
}

type WordsPanelProps = {
  question: string
  title: string
  find: string
  filters: Partial<Filters>
  onOpen: (id: string) => void
}

const FIRST = 20
const MOST = 200

const NOT_NOW = 'This list could not be loaded. The page tries again every half minute.'

function WordsPanel({ question, title, find, filters, onOpen }: WordsPanelProps) {
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

function MoreTexts({ limit, onLimit }: { limit: number; onLimit: (limit: number) => void }) {
  if (limit >= MOST) return <Empty isSmall>There are more. Search to see them.</Empty>
  return <Button onClick={() => onLimit(Math.min(limit * 3, MOST))}>Show More</Button>
}

/** Fetched every half minute and not at each live event: a search reads many texts. */
const wordsQuery = (query: Partial<WordsQuery> & Pick<WordsQuery, 'question'>) =>
  queryOptions({ queryKey: ['words', query], queryFn: () => call(ROUTES.words, query), meta: { isLive: false } })
