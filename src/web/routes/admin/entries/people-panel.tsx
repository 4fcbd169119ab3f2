import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type Filters, type Order, type Sort, usualOrder } from '#shared/list/filters.ts'
import type { Figures } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { NOBODY_YET } from '../ui/words.ts'
import { type EntriesList, GoTo, Pages, useEntries } from './pages.tsx'
import { May } from '../state/use-account.tsx'
import { type Column, submissionColumns } from './columns.tsx'
import { ExportButton, ExportOptions, WHOLE_EXPORT, exportQueryOf } from './export-button.tsx'
import type { Selecting } from './use-selection.ts'
import { ImportIcon } from '../../../ui/tool-icons.tsx'
import { goTo, openProfile, ViewLink } from '../state/use-view.tsx'
import { useLatest } from '../state/use-figures.ts'
import { useNow } from '../../../ui/time.tsx'
import { type View, launchOrderFrom } from '../state/view.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { Table } from '../../../ui/table.tsx'
import type { ShownEntry } from '../state/local-entries.ts'

type PeoplePanelProps = {
  title: string
  view: View
  filters: Partial<Filters>
  figures: Figures
  /** Null while it is not known. */
  found: number | null
  isListEmpty: boolean
  selecting?: Selecting
  /** Those of the spec without them. */
  columns?: readonly Column[] | undefined
  heading?: RefObject<HTMLHeadingElement | null>
  search?: ReactNode
  /** Without them, the tools begin with the launch order. */
  tools?: ReactNode
  children?: ReactNode
  nobody?: ReactNode
}

export function PeoplePanel(props: PeoplePanelProps) {
  const { title, view, filters, figures, selecting, search, children } = props
  const count = useLatest(props.found)
  const now = useNow()
  const { list, havePlaces, from_rank, sorting } = usePeople(props, now)
  const ownHeading = useRef<HTMLHeadingElement>(null)
  const heading = props.heading ?? ownHeading
  const table = useRef<HTMLTableSectionElement>(null)

  return (
    <section aria-labelledby="submissions" className="panel">
      <div className="panel-head">
        <h2 ref={heading} id="submissions" tabIndex={-1} className="panel-title">
          {title}
          {count !== null && ` (${grouped(count)})`}
        </h2>
        {selecting && (
          <button type="button" onClick={() => table.current?.focus()} className="skip-button">
            Skip to the list
          </button>
        )}
        {search}
        <ListTools {...{ view, filters, figures }}>{props.tools ?? <LaunchOrderButton view={view} />}</ListTools>
      </div>
      {children}
      {view.sort === 'launch' && (
        <div className="flex flex-wrap items-center justify-between gap-y-1 gap-x-4 mt-2! mx-0! mb-3!">
          <p className="panel-note">People are let in by position, then most referrals, then earliest sign-up.</p>
          {havePlaces && (
            <GoTo
              // A new place in the address, also after Back, resets the field.
              key={view.place}
              label="Place in line"
              value={view.place ?? ''}
              onGo={(place) => goTo(launchOrderFrom(String(place)))}
            />
          )}
        </div>
      )}
      {noteInstead(list, from_rank, props) ?? (
        <>
          <SubmissionsTable
            entries={list.entries ?? []}
            columns={props.columns ?? submissionColumns(sorting.sort === 'launch')}
            busy={list.isPending}
            selecting={selecting ?? null}
            start={table}
            {...sorting}
          />
          <Pages {...{ list, from_rank, heading }} totalSignups={count} />
        </>
      )}
    </section>
  )
}

/** `from_rank`: the place at which it begins, in launch order. */
function usePeople({ view, filters, figures }: PeoplePanelProps, now: number) {
  const { sort, rejected, place } = view
  const order = view.order ?? usualOrder(sort)
  // Only lists in launch order have places, and rejected people have none.
  const havePlaces = sort === 'launch' && rejected !== 'yes'
  const from_rank = havePlaces && place ? Number(place) : undefined
  const list = useEntries({
    filters,
    timeZone: figures.period.time_zone,
    now,
    page: Number(view.page ?? 1) - 1,
    onTurn: (page) => goTo({ page: page === 0 ? null : String(page + 1) }),
    sort,
    order,
    from_rank,
  })
  const onSort = (sort: Sort, order: Order) =>
    goTo({ sort, order: order === usualOrder(sort) ? null : order, place: null })
  return { list, havePlaces, from_rank, sorting: { sort, order, onSort } }
}

/** Null if the table is shown. */
function noteInstead(list: EntriesList, from_rank: number | undefined, props: PeoplePanelProps): ReactNode {
  const { view, isListEmpty, nobody } = props
  if (list.entries === null) return <Empty isSmall>Loading data...</Empty>
  if (list.entries.length > 0) return null
  if (list.isLost) return <Empty>{notLoaded('The list')}</Empty>
  if (isListEmpty) return <Empty>{NOBODY_YET}</Empty>
  if (nobody) return nobody
  if (list.isPending || (!view.page && from_rank === undefined)) return null
  return view.page ? (
    <Empty isSmall>
      This list ends before page {view.page}.{' '}
      <Button kind="text" onClick={() => goTo({ page: null })}>
        Show its first page
      </Button>
    </Empty>
  ) : (
    <Empty isSmall>
      Nobody in this list is {ordinal(from_rank!)} or later in line.{' '}
      <Button kind="text" onClick={() => goTo(launchOrderFrom('1'))}>
        Show the line from its start
      </Button>
    </Empty>
  )
}

type ListToolsProps = Pick<PeoplePanelProps, 'view' | 'filters' | 'figures' | 'children'>

function ListTools({ view, filters, figures: { period, totalSignups }, children }: ListToolsProps) {
  const { sort } = view
  const order = view.order ?? usualOrder(sort)
  const [exported, setExported] = useState(WHOLE_EXPORT)
  return (
    <div className="list-tools">
      {children}
      <May needs="owner">
        <ViewLink
          to={{ view: 'people/import' }}

          className={buttonClass('quiet', 'phone-icon')}
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

export function LaunchOrderButton({ view: { sort } }: Pick<PeoplePanelProps, 'view'>) {
  const isOn = sort === 'launch'
  return (
    <Button
      kind="segment"
      aria-pressed={isOn}
      onClick={() => goTo(isOn ? { sort: 'submitted', order: null, place: null } : launchOrderFrom('1'))}
    >
      Launch order
    </Button>
  )
}

type Sorting = { sort: Sort; order: Order; onSort: (sort: Sort, order: Order) => void }

type SubmissionsTableProps = Sorting & {
  entries: ShownEntry[]
  columns: readonly Column[]
  busy: boolean
  selecting: Selecting | null
  start: RefObject<HTMLTableSectionElement | null>
}

function SubmissionsTable(props: SubmissionsTableProps) {
  const { entries, columns, busy, selecting, start, sort, order, onSort } = props
  const local = new Set(entries.flatMap(({ id, isLocal }) => (isLocal ? [id] : [])))
  return (
    <div className="submissions -mx-5 max-tablet:mx-0">
      <Table
        label="People"
        columns={columns}
        rows={entries}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        sorting={{
          by: sort,
          order,
          onSort: (by, order) => onSort(by as Sort, order),
          usual: (by) => usualOrder(by as Sort),
        }}
        selection={
          selecting
            ? {
                isTicked: selecting.isTicked,
                onTick: selecting.tick,
                onTickAll: selecting.tickPage,
                canTick: (id) => !local.has(id),
              }
            : undefined
        }
        onOpen={openProfile}
        empty="No submissions found"
        isBusy={busy}
        bodyRef={start}
      />
    </div>
  )
}
