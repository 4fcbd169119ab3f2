import { type FormEvent, type RefObject, useId, useState } from 'react'
import { readLocalEntries, type ShownEntry } from '../state/local-entries.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/values/days.ts'
import { DEFAULT_RANGE, type EntriesQuery, type Filters } from '#shared/list/filters.ts'
import { passes } from '#shared/list/passes.ts'
import { isWithin, periodOf } from '#shared/list/period.ts'
import { submittedAt } from '#shared/list/tally.ts'
import { isSignedOut } from '../../../calls/call.ts'
import { entriesQuery, useLocalOnly } from '../state/queries.ts'
import { useLatest } from '../state/use-figures.ts'

type PagesProps = {
  list: EntriesList
  /** In launch order; undefined for the whole list. */
  from_rank: number | undefined
  /** Null while it is not known. */
  totalSignups: number | null
  heading: RefObject<HTMLHeadingElement | null>
}

export function Pages({ list, from_rank, totalSignups, heading }: PagesProps) {
  if (!list.entries || !(list.turnBack ?? list.turnOn)) return null
  const pages = Math.ceil((totalSignups ?? 0) / PAGE_SIZE)

  function turn(to: (() => void) | null) {
    if (!to) return
    to()
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  return (
    <nav
      aria-label="Pages"
      className="pages flex items-center justify-between gap-3 mt-4 text-small text-center max-[40rem]:flex-wrap"
    >
      <Turn label="Previous" onTurn={list.turnBack && (() => turn(list.turnBack))} />
      <div className="flex flex-wrap items-center justify-center gap-y-1 gap-x-6 max-[40rem]:order-3 max-[40rem]:basis-full">
        <p>{from_rank === undefined ? countOf(list, totalSignups) : placesOf(list.entries)}</p>
        {from_rank === undefined && pages > 2 && (
          <GoTo
            key={list.page}
            label="Page"
            value={String(list.page + 1)}
            last={pages}
            onGo={(page) => turn(() => list.turnTo(page - 1))}
          />
        )}
      </div>
      <Turn label="Next" onTurn={list.turnOn && (() => turn(list.turnOn))} />
    </nav>
  )
}

function countOf({ page, entries }: EntriesList, total: number | null): string {
  const first = page * PAGE_SIZE
  const of = total === null ? '' : ` of ${grouped(total)}`
  return `${grouped(first + 1)} to ${grouped(first + (entries?.length ?? 0))}${of}`
}

/** People who cannot be invited at present have none. */
function placesOf(entries: ShownEntry[]): string {
  const ranks = entries.flatMap(({ rank }) => rank ?? [])
  return ranks.length === 0 ? '' : `${ordinal(ranks[0]!)} to ${ordinal(ranks.at(-1)!)} in line`
}

/** `disabled` would take the focus away while the owner turns pages. */
function Turn({ label, onTurn }: { label: string; onTurn: (() => void) | null | undefined }) {
  return (
    <Button aria-disabled={!onTurn} onClick={() => onTurn?.()}>
      {label}
    </Button>
  )
}

const MOST = 999_999_999

type GoToProps = {
  label: string
  value: string
  last?: number
  onGo: (number: number) => void
}

export function GoTo({ label, value, last, onGo }: GoToProps) {
  const id = useId()

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onGo(Number(new FormData(event.currentTarget).get('number')))
  }

  return (
    <form onSubmit={go} className="go-to flex items-center gap-2 text-small [&_input]:w-26">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        min={1}
        max={last ?? MOST}
        required
        defaultValue={value}
        className="filter-field"
      />
      {last !== undefined && <span>of {grouped(last)}</span>}
      <Button type="submit">Go</Button>
    </form>
  )
}

const PAGE_SIZE = 50

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
