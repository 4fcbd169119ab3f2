import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#shared/list/filters.ts'
import { toSearch } from '#shared/list/search.ts'
import { NotCounted, Questionable } from '../charts/notes.tsx'
import { QuickStatistics, StatCards } from '../charts/stat-cards.tsx'
import { FilterBar, FilterCard, FilteredBy } from '../ui/filter-bar.tsx'
import { activeFilters } from '../ui/filter-words.ts'
import { RangeBar } from '../ui/range-bar.tsx'
import { isWidened, rangeCaption } from '../ui/range-caption.ts'
import { OverviewView } from '../overview/overview-view.tsx'
import { PeopleView } from '../people/people-view.tsx'
import { useMay } from '../state/use-account.tsx'
import { integrationsQuery, useIsListEmpty } from '../state/queries.ts'
import type { Loaded } from '../state/use-figures.ts'
import { type SectionProps, goTo, openProfile } from '../state/use-view.tsx'
import { type View, launchOrderFrom, noFilters, rangeOf } from '../state/view.ts'
import type { Syncing } from '../../../sync/use-sync.ts'
import { Button } from '../../../ui/button.tsx'
import { ordinal } from '#shared/values/numbers.ts'
import { Empty, notLoaded } from '../../../ui/panel.tsx'
import { SyncIcon } from '../../../ui/tool-icons.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import type { ReactNode } from 'react'
import { isShown } from '#shared/site/questions.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { ChartsTab } from '../charts/charts-tab.tsx'
import { NOBODY_YET } from '../ui/words.ts'
import { FunnelPanel } from '../overview/funnel-panel.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { PricingTab } from '../charts/pricing-tab.tsx'
import { PeoplePanel } from '../entries/people-panel.tsx'
import { labelledAnswers } from '../charts/written-link.tsx'
import { WordsTab } from '../charts/words-tab.tsx'

export function ListView(props: SectionProps & { filters: Partial<Filters>; loaded: Loaded }) {
  const { view, filters, loaded } = props
  const isNarrow = useMediaQuery('(width < 64rem)')
  const { figures } = loaded
  const { found, isListEmpty, isNobody } = useCounted(loaded, filters)
  const isWhenever = isWidened(loaded)
  const fields = { view, sources: figures.sources, onChange: goTo }

  // Below the search, which must not move while somebody types into it.
  const filteredBy = <FilteredBy view={view} found={found} isWhenever={isWhenever} onChange={goTo} />

  const nobody = isNobody && <EmptyResult {...{ view, filters, isWhenever }} />
  const list = { view, filters, found, isListEmpty, nobody, onChange: goTo, onOpen: openProfile }

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
      <RangeBar view={view} period={figures.period} />
      {isNarrow && filteredBy}
      {!(isNarrow && isNobody) && (
        <StatCards loaded={loaded} isCompact={view.tab === 'submissions'} isWhenever={isWhenever} />
      )}

      <NotCounted uncounted={loaded.uncounted} />
      <Questionable view={view} questionable={loaded.questionable} />

      <div className="dashboard-body">
        {!isNarrow && (
          <div className="dashboard-side grid gap-5 desktop:sticky desktop:top-[calc(var(--header-height)_+_1.25rem)] desktop:max-h-[calc(100vh_-_var(--header-height)_-_2.5rem)] desktop:supports-[height:1dvh]:max-h-[calc(100dvh_-_var(--header-height)_-_2.5rem)] desktop:m-[-4px] desktop:p-[4px] desktop:overflow-y-auto desktop:[scrollbar-width:thin]">
            <FilterCard {...fields} />
            <QuickStatistics loaded={loaded} />
          </div>
        )}
        <div className="dashboard-main grid gap-2 min-w-0">
          {!isNarrow && filteredBy}
          <DashboardTabs {...list} loaded={loaded} />
        </div>
        {isNarrow && <QuickStatistics loaded={loaded} />}
      </div>
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

const ALWAYS: Partial<View> = { range: 'all', from: null, to: null }

function EmptyResult({ view, filters, isWhenever }: { view: View; filters: Partial<Filters>; isWhenever: boolean }) {
  const isLimited = !isWhenever && (view.from !== null || rangeOf(view) !== 'all')
  const isNarrowed = activeFilters(view).length > 0 || view.q.trim() !== ''
  const where = isLimited ? timeWords(filters) : 'on the list'
  const { label, change } = isLimited ? { label: 'Search all time', change: ALWAYS } : stepBack(view)
  return (
    <section aria-label="No submissions found" className="panel mt-5 [&_p]:text-ink">
      <Empty>
        <strong className="block">No submissions found</strong>
        <span className="mb-3 block text-muted">
          {isNarrowed ? `Nobody ${where} matches this.` : `Nobody joined ${where}.`}
        </span>
        <Button kind="primary" onClick={() => goTo(change)}>
          {label}
        </Button>
      </Empty>
    </section>
  )
}

function stepBack(view: View): { label: string; change: Partial<View> } {
  const { range, from, to, q } = view
  const unfiltered = { ...noFilters(), range, from, to }
  if (activeFilters(view).length > 0) return { label: 'Remove all filters', change: { ...unfiltered, q } }
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
  const { data } = useQuery({ ...integrationsQuery, enabled: maySync })
  const beehiiv = data?.integrations.find(({ service, is_set_up }) => service === 'beehiiv' && is_set_up)
  const hasUnsynced = beehiiv?.channels.some(({ waiting, failed, kept }) => waiting + failed + kept > 0)
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

const TABS = [
  ['overview', 'Overview'],
  ['pricing', 'Pricing'],
  ['charts', 'Detailed Charts'],
  ['submissions', 'All Submissions'],
  ['words', 'Own Words'],
] as const

type DashboardTabsProps = {
  view: View
  filters: Partial<Filters>
  loaded: Loaded
  found: number | null
  isListEmpty: boolean
  nobody: ReactNode
}

function DashboardTabs(props: DashboardTabsProps) {
  const { view, filters, loaded, isListEmpty, nobody } = props
  const { figures, funnel, languages, source } = loaded
  const isUnknown = source === 'nothing'

  const panels: Record<View['tab'], ReactNode> = {
    overview: (
      <>
        {isListEmpty && (
          <section aria-label="Nobody yet" className="panel">
            <Empty>{NOBODY_YET}</Empty>
          </section>
        )}
        {isUnknown ? (
          <NotLoaded />
        ) : nobody ? (
          <FunnelPanel funnel={funnel} />
        ) : (
          <OverviewTab {...{ figures, funnel, languages, filters }} />
        )}
      </>
    ),
    pricing: isUnknown ? <NotLoaded /> : <PricingTab figures={figures} />,
    charts: isUnknown ? <NotLoaded /> : !nobody && <ChartsTab figures={figures} />,
    submissions: <Submissions {...props} />,
    words: !nobody && <WordsTab view={view} filters={filters} />,
  }
  const tabs = TABS.filter(([tab]) => isOfUse(tab))
  return (
    <Tabs
      tabs={tabs.map(([value, label]) => ({ value, label, panel: panels[value] }))}
      value={tabs.some(([value]) => value === view.tab) ? view.tab : 'overview'}
      onChange={(tab) => goTo({ tab })}
    >
      {nobody}
    </Tabs>
  )
}

function isOfUse(tab: View['tab']): boolean {
  if (tab === 'pricing') return isShown('price_range')
  return tab !== 'words' || labelledAnswers().length > 0
}

function Submissions({ view, filters, loaded, found, isListEmpty }: DashboardTabsProps) {
  return (
    <PeoplePanel
      title="Waitlist Submissions"
      view={view}
      filters={filters}
      figures={loaded.figures}
      found={found}
      isListEmpty={isListEmpty}
    />
  )
}

/** Replaces charts, which would show zeros as if the figures were known. */
function NotLoaded() {
  return (
    <section aria-label="Not loaded" className="panel">
      <Empty>{notLoaded('The list')}</Empty>
    </section>
  )
}
