import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type Filters, usualOrder } from '#shared/list/filters.ts'
import type { Figures } from '#shared/list/summary.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '../../../ui/ordinal.ts'
import { ChairNote, NOBODY_YET } from '../ui/chair-note.tsx'
import { GoTo } from './go-to.tsx'
import { May } from '../session/may.tsx'
import { ExportButton } from './export-button.tsx'
import { ExportOptions, exportQueryOf, WHOLE_EXPORT } from './export-options.tsx'
import { SubmissionsTable } from './submissions-table.tsx'
import { type EntriesList, PAGE_SIZE, useEntries } from './use-entries.ts'
import type { Selecting } from './use-selection.ts'
import type { ShownEntry } from '../state/local-entries.ts'
import { ImportIcon } from '../ui/icons.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { useNow } from '../state/use-now.ts'
import type { ChangeView } from '../view/use-view.ts'
import { launchOrderFrom } from '../view/launch-order.ts'
import { type View, viewPath } from '../view/view.ts'

type PeoplePanelProps = {
  title: string
  view: View
  filters: Partial<Filters>
  figures: Figures
  isListEmpty: boolean
  selecting?: Selecting
  heading?: RefObject<HTMLHeadingElement | null>
  /** Stands beside the title. */
  search?: ReactNode
  /** Stands between the title and the list. */
  children?: ReactNode
  /** Stands in place of the list, if the filters leave nobody. */
  nobody?: ReactNode
  onChange: ChangeView
  onOpen: (id: string) => void
}

/** The filtered people, one page at a time. */
export function PeoplePanel(props: PeoplePanelProps) {
  const { title, view, filters, figures, isListEmpty, selecting, search, children, nobody, onChange, onOpen } = props
  const now = useNow()
  const { sort } = view
  const order = view.order ?? usualOrder(sort)
  const { period, totalSignups } = figures
  // Rejected people, and those who still have to confirm, have no place at which a list could begin.
  const havePlaces = sort === 'launch' && view.rejected !== 'yes'
  const from_rank = havePlaces && view.place ? Number(view.place) : undefined
  const list = useEntries({
    filters,
    timeZone: period.time_zone,
    now,
    page: Number(view.page ?? 1) - 1,
    onTurn: (page) => onChange({ page: page === 0 ? null : String(page + 1) }),
    sort,
    order,
    from_rank,
  })
  const ownHeading = useRef<HTMLHeadingElement>(null)
  const heading = props.heading ?? ownHeading
  const table = useRef<HTMLTableSectionElement>(null)

  /** Moves the view and the focus to the top of a new page. */
  function turn(to: (() => void) | null) {
    if (!to) return
    to()
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }

  return (
    <section aria-labelledby="submissions" className="panel">
      <div className="panel-head">
        <h2 ref={heading} id="submissions" tabIndex={-1} className="panel-title">
          {title} ({grouped(totalSignups)})
        </h2>
        {selecting && (
          <button type="button" onClick={() => table.current?.focus()} className="skip-button">
            Skip to the list
          </button>
        )}
        {search}
        <ListTools {...{ view, filters, figures, onChange }} />
      </div>
      {children}
      {sort === 'launch' && <LaunchOrder {...{ view, havePlaces, onChange }} />}
      {list.entries === null ? (
        <p className="empty">Loading data...</p>
      ) : isListEmpty && list.entries.length === 0 ? (
        <ChairNote>{NOBODY_YET}</ChairNote>
      ) : nobody && list.entries.length === 0 ? (
        nobody
      ) : list.entries.length === 0 && !list.isPending && (view.page || from_rank !== undefined) ? (
        <PastTheEnd page={view.page} from_rank={from_rank} onChange={onChange} />
      ) : (
        <>
          <SubmissionsTable
            entries={list.entries}
            now={now}
            busy={list.isPending}
            selecting={selecting ?? null}
            start={table}
            sort={sort}
            order={order}
            onSort={(sort, order) => onChange({ sort, order: order === usualOrder(sort) ? null : order, place: null })}
            onOpen={onOpen}
          />
          <Pages {...{ list, from_rank, totalSignups, turn }} />
        </>
      )}
    </section>
  )
}

type PastTheEndProps = Pick<PeoplePanelProps, 'onChange'> & { page: View['page']; from_rank: number | undefined }

/** Replaces a page, or a part of the line, that is past the end. */
function PastTheEnd({ page, from_rank, onChange }: PastTheEndProps) {
  return page ? (
    <p className="empty">
      This list ends before page {page}.{' '}
      <button type="button" onClick={() => onChange({ page: null })} className="text-button">
        Show its first page
      </button>
    </p>
  ) : (
    <p className="empty">
      Nobody in this list is {ordinal(from_rank!)} or later in line.{' '}
      <button type="button" onClick={() => onChange(launchOrderFrom('1'))} className="text-button">
        Show the line from its start
      </button>
    </p>
  )
}

type ListToolsProps = Pick<PeoplePanelProps, 'view' | 'filters' | 'figures' | 'onChange'>

function ListTools({ view, filters, figures: { period, totalSignups }, onChange }: ListToolsProps) {
  const { sort } = view
  const order = view.order ?? usualOrder(sort)
  const [exported, setExported] = useState(WHOLE_EXPORT)
  return (
    <div className="list-tools">
      <button
        type="button"
        aria-pressed={sort === 'launch'}
        onClick={() =>
          onChange(sort === 'launch' ? { sort: 'submitted', order: null, place: null } : launchOrderFrom('1'))
        }
        className="segment"
      >
        Launch order
      </button>
      <May needs="owner">
        <ViewLink
          href={viewPath({ ...view, view: 'import' })}
          onFollow={() => onChange({ view: 'import' })}
          className={buttonStyle('quiet', 'tool-button phone-icon')}
        >
          <ImportIcon />
          <span className="phone-label">Import</span>
        </ViewLink>
      </May>
      <May needs="manager">
        <ExportOptions choice={exported} onChange={setExported} />
        <ExportButton
          query={{ ...filters, sort, order, ...exportQueryOf(exported) }}
          total={Math.min(totalSignups, exportQueryOf(exported).first ?? totalSignups)}
          fileName={`waitlist-${period.today}.csv`}
        />
      </May>
    </div>
  )
}

type LaunchOrderProps = Pick<PeoplePanelProps, 'view' | 'onChange'> & { havePlaces: boolean }

function LaunchOrder({ view, havePlaces, onChange }: LaunchOrderProps) {
  return (
    <div className="launch-order">
      <p className="panel-note">Who is let in first: by position, then more referrals, then the earlier sign-up.</p>
      {havePlaces && (
        <GoTo
          // A new place in the address, also by Back, empties what was typed.
          key={view.place}
          label="Place in line"
          value={view.place ?? ''}
          onGo={(place) => onChange(launchOrderFrom(String(place)))}
        />
      )}
    </div>
  )
}

type PagesProps = {
  list: EntriesList
  /** The place at which the list begins, in launch order. */
  from_rank: number | undefined
  totalSignups: number
  turn: (to: (() => void) | null) => void
}

function Pages({ list, from_rank, totalSignups, turn }: PagesProps) {
  if (!list.entries || !(list.turnBack ?? list.turnOn)) return null
  const pages = Math.ceil(totalSignups / PAGE_SIZE)
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

function countOf({ page, entries }: EntriesList, total: number): string {
  const first = page * PAGE_SIZE
  return `${grouped(first + 1)} to ${grouped(first + (entries?.length ?? 0))} of ${grouped(total)}`
}

/** The first and the last place on the page. People who cannot be invited at present have none. */
function placesOf(entries: ShownEntry[]): string {
  const ranks = entries.flatMap(({ rank }) => rank ?? [])
  return ranks.length === 0 ? '' : `${ordinal(ranks[0]!)} to ${ordinal(ranks.at(-1)!)} in line`
}

type TurnProps = { label: string; onTurn: (() => void) | null | undefined }

/** Without `onTurn`, it is not `disabled`, because that would take the focus away while the owner turns pages. */
function Turn({ label, onTurn }: TurnProps) {
  return (
    <button
      type="button"
      aria-disabled={!onTurn}
      onClick={() => onTurn?.()}
      className={buttonStyle('quiet', 'tool-button aria-disabled:border-line aria-disabled:text-muted')}
    >
      {label}
    </button>
  )
}
