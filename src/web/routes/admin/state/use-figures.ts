import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Filters } from '#shared/filters.ts'
import { periodOf } from '#shared/period.ts'
import { addEntries, summarizeEntries } from '#shared/summarize.ts'
import { DEFAULT_RANGE } from '#shared/filters.ts'
import type { Figures, Funnel } from '#shared/summary.ts'
import { Unreachable } from '../../../api/admin.ts'
import { readLocalEntries } from './local-entries.ts'
import { summaryQuery, useLocalOnly } from './queries.ts'
import { useShown } from './use-shown.ts'

export type Loaded = {
  figures: Figures
  /** Null if the server did not answer. */
  funnel: Funnel | null
  /** The filters of these figures: older than the view's until the next answer arrives. */
  filters: Partial<Filters>
}

/** Everything but the entries, including what only this browser has. Null until the first answer arrives. */
export function useFigures(filters: Partial<Filters>): { loaded: Loaded | null; isPending: boolean } {
  const query = useQuery(summaryQuery(filters))
  const shown = useShown(query)
  const localOnly = useLocalOnly()
  const { error, dataUpdatedAt, errorUpdatedAt } = query

  const loaded = useMemo(() => {
    if (shown) {
      const { summary, filters } = shown
      const now = new Date(dataUpdatedAt)
      return { figures: addEntries(summary, localOnly, { filters, now }), funnel: summary.funnel, filters }
    }
    return (
      error && { figures: fallbackFigures(error, { filters, now: new Date(errorUpdatedAt) }), funnel: null, filters }
    )
  }, [shown, localOnly, error, filters, dataUpdatedAt, errorUpdatedAt])

  return { loaded, isPending: query.isPending }
}

/** Before any answer: this browser's own data if the server is unreachable, otherwise nothing. */
function fallbackFigures(error: Error, { filters, now }: { filters: Partial<Filters>; now: Date }): Figures {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const period = periodOf({ range: DEFAULT_RANGE, ...filters }, { now, timeZone })
  return summarizeEntries(error instanceof Unreachable ? readLocalEntries() : [], { filters, period, now })
}
