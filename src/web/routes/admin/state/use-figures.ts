import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DEFAULT_RANGE, type Filters } from '#shared/list/filters.ts'
import { periodOf } from '#shared/list/period.ts'
import { addEntries, summarizeEntries } from '#shared/list/summarize.ts'
import type { ChartItem, Figures, Funnel, Questionable, Uncounted } from '#shared/list/summary.ts'
import { isSignedOut } from '../../../calls/call.ts'
import { readLocalEntries } from './local-entries.ts'
import { summaryQuery, useLocalOnly } from './queries.ts'

export type Loaded = {
  figures: Figures
  /** 'browser': only the entries that this browser kept. 'nothing': no answer has ever arrived. */
  source: 'server' | 'browser' | 'nothing'
  funnel: Funnel | null
  questionable: Questionable | null
  uncounted: Uncounted | null
  languages: ChartItem[]
  /** They lag behind the view until the next answer arrives. */
  filters: Partial<Filters>
}

/** With the entries that only this browser has. Null until the first answer arrives. */
export function useFigures(filters: Partial<Filters>): { loaded: Loaded | null; isPending: boolean } {
  const query = useQuery(summaryQuery(filters))
  const shown = useLatest(query.data)
  const error = useLatest(query.error)
  const localOnly = useLocalOnly()

  const loaded = useMemo((): Loaded | null => {
    if (!shown) return error && withoutServer(error, filters)
    const { summary, filters: shownFilters, now } = shown
    const figures = addEntries(summary, localOnly, { filters: shownFilters, now: new Date(now) })
    const { funnel, questionable, uncounted, languages } = summary
    return { figures, source: 'server', funnel, questionable, uncounted, languages, filters: shownFilters }
  }, [shown, localOnly, error, filters])

  return { loaded, isPending: query.isPending }
}

function withoutServer(error: Error, filters: Partial<Filters>): Loaded {
  const now = new Date()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const period = periodOf({ range: DEFAULT_RANGE, ...filters }, { now, timeZone })
  const entries = isSignedOut(error) ? [] : readLocalEntries()
  const figures = summarizeEntries(entries, { filters, period, now })
  const source = entries.length > 0 ? 'browser' : 'nothing'
  return { figures, source, funnel: null, questionable: null, uncounted: null, languages: [], filters }
}

/** Stays until the next value, also when the key of its query changes. */
export function useLatest<Value>(value: Value | null | undefined): Value | null {
  const [latest, setLatest] = useState<Value | null>(null)
  if (value === null || value === undefined || value === latest) return latest
  setLatest(value)
  return value
}
