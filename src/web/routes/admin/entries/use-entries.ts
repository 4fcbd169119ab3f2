import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#shared/values/days.ts'
import { DEFAULT_RANGE, type EntriesQuery, type Filters } from '#shared/list/filters.ts'
import { passes } from '#shared/list/passes.ts'
import { isWithin, periodOf } from '#shared/list/period.ts'
import { submittedAt } from '#shared/list/tally.ts'
import { isSignedOut } from '../../../calls/call.ts'
import { readLocalEntries, type ShownEntry } from '../state/local-entries.ts'
import { entriesQuery, useLocalOnly } from '../state/queries.ts'
import { useLatest } from '../state/use-figures.ts'

export const PAGE_SIZE = 50

type Question = {
  filters: Partial<Filters>
  timeZone: string
  now: number
  /** From 0. */
  page: number
  onTurn: (page: number) => void
} & Pick<EntriesQuery, 'sort' | 'order' | 'from_rank'>

/** By page number, of pages that were reached with Next. */
type Cursors = ReadonlyMap<number, string>
const NONE: Cursors = new Map()

export type EntriesList = ReturnType<typeof useEntries>

/** Entries that only this browser has follow on the last page. */
export function useEntries({ filters, timeZone, now, page, onTurn, sort, order, from_rank }: Question) {
  const question = JSON.stringify([filters, sort, order, from_rank])
  const [reached, setReached] = useState({ question, cursors: NONE })
  const cursors = reached.question === question ? reached.cursors : NONE
  const cursor = cursors.get(page)

  // A cursor already contains the rank. A page without a cursor was opened by its number, so it needs an offset.
  const offset = page === 0 ? {} : { offset: page * PAGE_SIZE }
  const start = cursor === undefined ? { from_rank, ...offset } : { cursor }
  const query = useQuery(entriesQuery({ filters, page, sort, order, ...start, limit: PAGE_SIZE }))
  const shown = useLatest(query.data)
  const error = useLatest(query.error)
  const localOnly = useLocalOnly()

  const next = query.data?.next_cursor
  const passing = (entries: ShownEntry[], filters: Partial<Filters>) => {
    const clock = { now: new Date(now), timeZone }
    const period = periodOf({ range: DEFAULT_RANGE, ...filters }, clock)
    return entries.filter(
      (entry) => passes(entry, filters) && isWithin(dayOf(submittedAt(entry, clock.now), timeZone), period),
    )
  }
  const entries: ShownEntry[] | null = shown
    ? [...shown.entries, ...(shown.next_cursor === null ? passing(localOnly, shown.filters) : [])]
    : error && (isSignedOut(error) ? [] : passing(readLocalEntries(), filters))

  return {
    /** Null until the first answer arrives. */
    entries,
    /** Nothing has arrived, and this browser has nothing to show instead. */
    isLost: !shown && entries?.length === 0,
    /** From 0; the requested page may not have arrived yet. */
    page: shown?.page ?? 0,
    isPending: query.isPending,
    turnBack: page === 0 ? null : () => onTurn(page - 1),
    turnOn: next ? () => turnOn(next) : null,
    turnTo: onTurn,
  }

  function turnOn(cursor: string) {
    setReached({ question, cursors: new Map([...cursors, [page + 1, cursor]]) })
    onTurn(page + 1)
  }
}
