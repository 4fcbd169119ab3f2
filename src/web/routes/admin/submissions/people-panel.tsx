import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type Filters, type Order, type Sort, usualOrder } from '#shared/list/filters.ts'
import type { Figures } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { ordinal } from '#shared/values/numbers.ts'
import { NOBODY_YET } from '../ui/words.ts'
import { GoTo, Pages } from './pages.tsx'
import { May } from '../session/use-account.tsx'
import { type Column, submissionColumns } from './columns.tsx'
import { ExportButton, ExportOptions, WHOLE_EXPORT, exportQueryOf } from './export-button.tsx'
import { SubmissionsTable } from './submissions-table.tsx'
import { type EntriesList, useEntries } from './use-entries.ts'
import type { Selecting } from './use-selection.ts'
import { ImportIcon } from '../../../ui/tool-icons.tsx'
import { ViewLink } from '../view/view-link.tsx'
import { useLatest } from '../state/use-figures.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { ChangeView } from '../view/use-view.ts'
import { type View, launchOrderFrom } from '../view/view.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'

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
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function PeoplePanel(props: PeoplePanelProps) {
  const { title, view, filters, figures, selecting, search, children, onChange, onOpen } = props
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
        {selecting && <SkipButton to={table} />}
        {search}
        <ListTools {...{ view, filters, figures, onChange }}>
          {props.tools ?? <LaunchOrderButton view={view} onChange={onChange} />}
        </ListTools>
      </div>
      {children}
      {view.sort === 'launch' && <LaunchOrder {...{ view, havePlaces, onChange }} />}
      {noteInstead(list, from_rank, props) ?? (
        <>
          <SubmissionsTable
            entries={list.entries ?? []}
            columns={props.columns ?? submissionColumns(sorting.sort === 'launch')}
            busy={list.isPending}
            selecting={selecting ?? null}
            start={table}
            {...sorting}
            onOpen={onOpen}
          />
          <Pages {...{ list, from_rank, heading }} totalSignups={count} />
        </>
      )}
    </section>
  )
}

/** `from_rank`: the place at which it begins, in launch order. */
function usePeople({ view, filters, figures, onChange }: PeoplePanelProps, now: number) {
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
    onTurn: (page) => onChange({ page: page === 0 ? null : String(page + 1) }),
    sort,
    order,
    from_rank,
  })
  const onSort = (sort: Sort, order: Order) =>
    onChange({ sort, order: order === usualOrder(sort) ? null : order, place: null })
  return { list, havePlaces, from_rank, sorting: { sort, order, onSort } }
}

/** Null if the table is shown. */
function noteInstead(list: EntriesList, from_rank: number | undefined, props: PeoplePanelProps): ReactNode {
  const { view, isListEmpty, nobody, onChange } = props
  if (list.entries === null) return <Empty isSmall>Loading data...</Empty>
  if (list.entries.length > 0) return null
  if (list.isLost) return <Empty>The list couldn’t be loaded. Trying again every 30 seconds.</Empty>
  if (isListEmpty) return <Empty>{NOBODY_YET}</Empty>
  if (nobody) return nobody
  if (list.isPending || (!view.page && from_rank === undefined)) return null
  return <PastTheEnd page={view.page} from_rank={from_rank} onChange={onChange} />
}

function SkipButton({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" onClick={() => to.current?.focus()} className="skip-button">
      Skip to the list
    </button>
  )
}

type PastTheEndProps = Pick<PeoplePanelProps, 'onChange'> & { page: View['page']; from_rank: number | undefined }

function PastTheEnd({ page, from_rank, onChange }: PastTheEndProps) {
  return page ? (
    <Empty isSmall>
      This list ends before page {page}.{' '}
      <Button kind="text" onClick={() => onChange({ page: null })}>
        Show its first page
      </Button>
    </Empty>
  ) : (
    <Empty isSmall>
      Nobody in this list is {ordinal(from_rank!)} or later in line.{' '}
      <Button kind="text" onClick={() => onChange(launchOrderFrom('1'))}>
        Show the line from its start
      </Button>
    </Empty>
  )
}

type ListToolsProps = Pick<PeoplePanelProps, 'view' | 'filters' | 'figures' | 'onChange' | 'children'>

function ListTools({ view, filters, figures: { period, totalSignups }, onChange, children }: ListToolsProps) {
  const { sort } = view
  const order = view.order ?? usualOrder(sort)
  const [exported, setExported] = useState(WHOLE_EXPORT)
  return (
    <div className="list-tools">
      {children}
      <May needs="owner">
        <ViewLink
          view={view}
          to={{ view: 'people/import' }}
          onChange={onChange}
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

export function LaunchOrderButton({ view: { sort }, onChange }: Pick<PeoplePanelProps, 'view' | 'onChange'>) {
  const isOn = sort === 'launch'
  return (
    <Button
      kind="segment"
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? { sort: 'submitted', order: null, place: null } : launchOrderFrom('1'))}
    >
      Launch order
    </Button>
  )
}

type LaunchOrderProps = Pick<PeoplePanelProps, 'view' | 'onChange'> & { havePlaces: boolean }

function LaunchOrder({ view, havePlaces, onChange }: LaunchOrderProps) {
  return (
    <div className="launch-order">
      <p className="panel-note">People are let in by position, then most referrals, then earliest sign-up.</p>
      {havePlaces && (
        <GoTo
          // A new place in the address, also after Back, resets the field.
          key={view.place}
          label="Place in line"
          value={view.place ?? ''}
          onGo={(place) => onChange(launchOrderFrom(String(place)))}
        />
      )}
    </div>
  )
}
