import type { ReactNode } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import { toSearch } from '#shared/list/search.ts'
import { NotCounted, Questionable } from '../figures/notes.tsx'
import { QuickStatistics, StatCards } from '../figures/stat-cards.tsx'
import { FilterBar, FilterCard } from '../filters/filter-bar.tsx'
import type { FilterFieldsProps } from '../filters/filter-fields.tsx'
import { activeFilters } from '../filters/filter-words.ts'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { RangeBar } from '../filters/range-bar.tsx'
import { isWidened, rangeCaption } from '../filters/range-caption.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { useHasUnsynced } from '../integrations/queries.ts'
import { OverviewView } from '../overview/overview-view.tsx'
import { PeopleView } from '../people/people-view.tsx'
import { useMay } from '../session/use-account.tsx'
import { useIsListEmpty } from '../state/queries.ts'
import type { Loaded } from '../state/use-figures.ts'
import type { ChangeView, SectionProps } from '../view/use-view.ts'
import { type View, launchOrderFrom, noFilters, rangeOf } from '../view/view.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { Button } from '../../../ui/button.tsx'
import { ordinal } from '#shared/values/numbers.ts'
import { Empty } from '../../../ui/query-state.tsx'
import { SyncIcon } from '../../../ui/tool-icons.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'

type ListViewProps = SectionProps & { filters: Partial<Filters>; loaded: Loaded }

export function ListView(props: ListViewProps) {
  const { view, filters, loaded, onChange, onOpen } = props
  const isNarrow = useMediaQuery('(width < 64rem)')
  const { figures } = loaded
  const { found, isListEmpty, isNobody } = useCounted(loaded, filters)
  const isWhenever = isWidened(loaded)
  const fields = { view, sources: figures.sources, onChange }

  // Below the search, which must not move while somebody types into it.
  const filteredBy = <FilteredBy view={view} found={found} isWhenever={isWhenever} onChange={onChange} />

  const nobody = isNobody && <EmptyResult {...{ view, filters, isWhenever, onChange }} />
  const list = { view, filters, found, isListEmpty, nobody, onChange, onOpen }

  if (view.view === 'overview') return <OverviewView {...props} isListEmpty={isListEmpty} />
  if (view.view === 'people') {
    return (
      <PeopleView {...list} {...{ figures, fields }}>
        <NotCounted uncounted={loaded.uncounted} />
        {filteredBy}
      </PeopleView>
    )
  }
  return (
    <>
      <FiguresHead syncing={props.syncing} />
      {isNarrow && <FilterBar {...fields} found={found} />}
      <RangeBar view={view} period={figures.period} onChange={onChange} />
      {isNarrow && filteredBy}
      {!(isNarrow && isNobody) && (
        <StatCards loaded={loaded} isCompact={view.tab === 'submissions'} isWhenever={isWhenever} />
      )}
      <Notes view={view} loaded={loaded} onChange={onChange} />
      <DashboardBody isNarrow={isNarrow} fields={fields} loaded={loaded}>
        {!isNarrow && filteredBy}
        <DashboardTabs {...list} loaded={loaded} />
      </DashboardBody>
    </>
  )
}

/** `isNobody`: the list has people, but the filters leave none of them. */
function useCounted({ figures, source, filters: answered }: Loaded, filters: Partial<Filters>) {
  // Until the answer to the newest filters arrives, the number on the screen belongs to the previous ones.
  const isKnown = source !== 'nothing' && JSON.stringify(answered) === JSON.stringify(filters)
  const isNone = source !== 'nothing' && figures.totalSignups === 0
  const isListEmpty = useIsListEmpty({ enabled: isNone })
  return {
    found: isKnown ? figures.totalSignups : null,
    isListEmpty: isListEmpty === true,
    isNobody: isNone && isListEmpty === false,
  }
}

function Notes({ view, loaded, onChange }: Pick<ListViewProps, 'view' | 'loaded' | 'onChange'>) {
  return (
    <>
      <NotCounted uncounted={loaded.uncounted} />
      <Questionable view={view} questionable={loaded.questionable} onChange={onChange} />
    </>
  )
}

type DashboardBodyProps = { isNarrow: boolean; fields: FilterFieldsProps; loaded: Loaded; children: ReactNode }

function DashboardBody({ isNarrow, fields, loaded, children }: DashboardBodyProps) {
  return (
    <div className="dashboard-body">
      {!isNarrow && (
        <div className="dashboard-side">
          <FilterCard {...fields} />
          <QuickStatistics loaded={loaded} />
        </div>
      )}
      <div className="dashboard-main">{children}</div>
      {isNarrow && <QuickStatistics loaded={loaded} />}
    </div>
  )
}

const ALWAYS: Partial<View> = { range: 'all', from: null, to: null }

type EmptyResultProps = { view: View; filters: Partial<Filters>; isWhenever: boolean; onChange: ChangeView }

function EmptyResult({ view, filters, isWhenever, onChange }: EmptyResultProps) {
  const isLimited = !isWhenever && (view.from !== null || rangeOf(view) !== 'all')
  const isNarrowed = activeFilters(view).length > 0 || view.q.trim() !== ''
  const where = isLimited ? timeWords(filters) : 'on the list'
  const { label, change } = isLimited ? { label: 'Search all time', change: ALWAYS } : stepBack(view)
  return (
    <section aria-label="No submissions found" className="panel empty-result">
      <Empty>
        <strong className="block">No submissions found</strong>
        <span className="mb-3 block text-muted">
          {isNarrowed ? `Nobody ${where} matches this.` : `Nobody joined ${where}.`}
        </span>
        <Button kind="primary" onClick={() => onChange(change)}>
          {label}
        </Button>
      </Empty>
    </section>
  )
}

function stepBack(view: View): { label: string; change: Partial<View> } {
  const { range, from, to, q } = view
  const unfiltered = { ...noFilters(), range, from, to }
  if (activeFilters(view).length > 0) return { label: 'Remove all filters', change: unfiltered }
  const search = toSearch(q)
  // Not every number is a position: people who moved up left gaps.
  if ('position' in search) {
    const place = String(search.position)
    const change: Partial<View> = { ...unfiltered, ...launchOrderFrom(place), view: 'people' }
    return { label: `Show the line from ${ordinal(search.position)}`, change }
  }
  return { label: 'Clear the search', change: unfiltered }
}

function timeWords(filters: Partial<Filters>): string {
  const range = rangeCaption(filters)
  return filters.from ? `on the chosen days (${range})` : `in the ${range.charAt(0).toLowerCase()}${range.slice(1)}`
}

function FiguresHead({ syncing: { syncing, sync } }: { syncing: Syncing }) {
  const maySync = useMay('manager')
  const hasUnsynced = useHasUnsynced({ enabled: maySync })
  const isLoud = hasUnsynced || syncing
  return (
    <div className="dashboard-head flex flex-wrap items-center justify-between gap-x-4 print:hidden">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
        <h2 className="text-title">Waitlist Dashboard</h2>
        <p className="text-small text-muted max-tablet:text-tiny">
          Track and analyze customer waitlist sign-ups and preferences
        </p>
      </div>
      <Button
        kind={isLoud ? 'primary' : 'quiet'}
        className="phone-icon"
        disabled={syncing || !maySync}
        onClick={sync}
        data-loud={isLoud || undefined}
      >
        <SyncIcon />
        <span className="phone-label">{syncing ? 'Syncing...' : 'Sync to Beehiiv'}</span>
      </Button>
    </div>
  )
}
