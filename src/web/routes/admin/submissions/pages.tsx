import type { RefObject } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { GoTo } from './go-to.tsx'
import { type EntriesList, PAGE_SIZE } from './use-entries.ts'
import { Button } from '../../../ui/button.tsx'

type PagesProps = {
  list: EntriesList
  /** The place in launch order at which the list begins; undefined for the whole list. */
  from_rank: number | undefined
  /** Null while it is not known. */
  totalSignups: number | null
  /** The heading of the list. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The buttons that turn the pages of the list, and the part of the list that is shown. */
export function Pages({ list, from_rank, totalSignups, heading }: PagesProps) {
  if (!list.entries || !(list.turnBack ?? list.turnOn)) return null
  const pages = Math.ceil((totalSignups ?? 0) / PAGE_SIZE)

  /** Moves the view and the focus to the top of a new page. */
  function turn(to: (() => void) | null) {
    if (!to) return
    to()
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  return (
    <nav aria-label="Pages" className="pages">
      <Turn label="Previous" onTurn={list.turnBack && (() => turn(list.turnBack))} />
      <div className="pages-middle">
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

/** The first and the last place on the page. People who cannot be invited at present have none. */
function placesOf(entries: ShownEntry[]): string {
  const ranks = entries.flatMap(({ rank }) => rank ?? [])
  return ranks.length === 0 ? '' : `${ordinal(ranks[0]!)} to ${ordinal(ranks.at(-1)!)} in line`
}

type TurnProps = { label: string; onTurn: (() => void) | null | undefined }

/**
 * Without `onTurn`, the button is only `aria-disabled`: `disabled` would take the focus away while the owner turns
 * pages.
 */
function Turn({ label, onTurn }: TurnProps) {
  return (
    <Button aria-disabled={!onTurn} onClick={() => onTurn?.()}>
      {label}
    </Button>
  )
}
