import type { ReactNode } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { FilterCard } from '../filters/filter-card.tsx'
import type { FilterFieldsProps } from '../filters/filter-fields.tsx'
import { FilteredBy } from '../filters/filtered-by.tsx'
import { RangeBar } from '../filters/range-bar.tsx'
import { QuickStatistics } from '../figures/quick-statistics.tsx'
import { StatCards } from '../figures/stat-cards.tsx'
import type { Loaded } from '../state/use-figures.ts'
import type { SectionProps } from '../view/section-props.ts'
import { isWidened } from '../filters/range-caption.ts'
import { useIsListEmpty } from '../state/queries.ts'
import { NotCounted } from '../figures/not-counted.tsx'
import { Questionable } from '../figures/questionable.tsx'
import { OverviewView } from '../overview/overview-view.tsx'
import { PeopleView } from '../people/people-view.tsx'
import { EmptyResult } from './empty-result.tsx'
import { FiguresHead } from './figures-head.tsx'
import { DashboardTabs } from './dashboard-tabs.tsx'

type ListViewProps = SectionProps & { filters: Partial<Filters>; loaded: Loaded }

/** The sections that show the figures: Overview, People and Figures. On narrow screens, the filters are in a sheet. */
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

/** `found`: null while it is not known. `isNobody`: the list has people, but the filters leave none of them. */
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

/** The notices for the owner, above the figures. */
function Notes({ view, loaded, onChange }: Pick<ListViewProps, 'view' | 'loaded' | 'onChange'>) {
  return (
    <>
      <NotCounted uncounted={loaded.uncounted} />
      <Questionable view={view} questionable={loaded.questionable} onChange={onChange} />
    </>
  )
}

type DashboardBodyProps = { isNarrow: boolean; fields: FilterFieldsProps; loaded: Loaded; children: ReactNode }

/** The tabs, with the filters and the statistics beside them, or the statistics below them on narrow screens. */
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
