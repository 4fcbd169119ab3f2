import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filters, WordsQuery } from '#shared/list/filters.ts'
import { ROUTES } from '#shared/routes.ts'
import { call } from '../../../calls/call.ts'
import { EmptyChart } from './chart.tsx'
import { useLatest } from '../state/use-figures.ts'
import { SearchField } from '../ui/search-field.tsx'
import { goTo, openProfile } from '../state/use-view.tsx'
import type { View } from '../state/view.ts'
import { labelledAnswers } from './written-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOwnerTime } from '../../../ui/time.tsx'
import { Empty, notLoaded, Panel } from '../../../ui/panel.tsx'

export function WordsTab({ view, filters }: { view: View; filters: Partial<Filters> }) {
  return (
    <>
      <div className="max-w-104">
        <SearchField
          label="Search what people wrote"
          value={view.find}
          onSearch={(find) => goTo({ find }, { replace: view.find !== '' })}
        />
      </div>
      <div className="columns">
        {labelledAnswers().map(({ name, title }) => (
          <WordsPanel key={name} question={name} title={title} find={view.find.trim()} filters={filters} />
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
}

const FIRST = 20
const MOST = 200

function WordsPanel({ question, title, find, filters }: WordsPanelProps) {
  const [limit, setLimit] = useState(FIRST)
  const query = useQuery(wordsQuery({ ...filters, question, ...(find && { find }), limit }))
  const shown = useLatest(query.data)
  if (!shown) {
    return (
      <Panel title={title}>
        <Empty isSmall>{query.isPending ? 'Loading data...' : notLoaded('This list')}</Empty>
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
          <li
            key={id}
            className="word grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-y-0 gap-x-3 pt-2 pb-2.5 text-control [&+&]:border-t [&+&]:border-t-line [&_time]:text-muted [&_time]:text-small"
          >
            <button type="button" onClick={() => openProfile(id)} className="person word-text">
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
