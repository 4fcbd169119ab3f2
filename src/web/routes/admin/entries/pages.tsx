import { type FormEvent, type RefObject, useId } from 'react'
import type { ShownEntry } from '../state/local-entries.ts'
import { type EntriesList, PAGE_SIZE } from './use-entries.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'

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
