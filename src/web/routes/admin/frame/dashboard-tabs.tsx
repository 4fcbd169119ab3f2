import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import { ChartsTab } from '../charts/charts-tab.tsx'
import { ChairNote, NOBODY_YET } from '../ui/chair-note.tsx'
import { FunnelPanel } from '../overview/funnel-panel.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { PricingTab } from '../pricing/pricing-tab.tsx'
import { PeoplePanel } from '../submissions/people-panel.tsx'
import type { Loaded } from '../state/use-figures.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { WordsTab } from '../words/words-tab.tsx'

const LABELS = {
  overview: 'Overview',
  pricing: 'Pricing',
  charts: 'Detailed Charts',
  submissions: 'All Submissions',
  words: 'Own Words',
} as const

type DashboardTabsProps = {
  view: View
  filters: Partial<Filters>
  loaded: Loaded
  isListEmpty: boolean
  /** Replaces the charts of the tabs if the filters leave nobody. */
  nobody: ReactNode
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function DashboardTabs(props: DashboardTabsProps) {
  const { view, filters, loaded, isListEmpty, nobody, onChange, onOpen } = props
  const { figures, funnel, source } = loaded
  const isUnknown = source === 'nothing'

  return (
    <Tabs.Root value={view.tab} onValueChange={(tab: View['tab']) => onChange({ tab })} className="min-w-0">
      <TabList />
      {nobody}
      <Tabs.Panel value="overview" className="tab-panel">
        {isListEmpty && <NobodyYet />}
        {isUnknown ? (
          <NotLoaded />
        ) : nobody ? (
          <FunnelPanel funnel={funnel} />
        ) : (
          <OverviewTab figures={figures} funnel={funnel} filters={filters} onChange={onChange} onOpen={onOpen} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="pricing" className="tab-panel">
        {isUnknown ? <NotLoaded /> : <PricingTab figures={figures} />}
      </Tabs.Panel>
      <Tabs.Panel value="charts" className="tab-panel">
        {isUnknown ? <NotLoaded /> : !nobody && <ChartsTab figures={figures} />}
      </Tabs.Panel>
      <Tabs.Panel value="submissions" className="tab-panel">
        {isUnknown && <NotLoaded />}
        <Submissions {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="words" className="tab-panel">
        {!nobody && <WordsTab view={view} filters={filters} onChange={onChange} />}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function TabList() {
  return (
    <Tabs.List className="tab-list">
      {Object.entries(LABELS).map(([tab, label]) => (
        <Tabs.Tab key={tab} value={tab} className="tab">
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

function NobodyYet() {
  return (
    <section aria-label="Nobody yet" className="panel">
      <ChairNote>{NOBODY_YET}</ChairNote>
    </section>
  )
}

function Submissions({ view, filters, loaded, isListEmpty, onChange, onOpen }: DashboardTabsProps) {
  return (
    <PeoplePanel
      title="Waitlist Submissions"
      view={view}
      filters={filters}
      figures={loaded.figures}
      isListEmpty={isListEmpty}
      onChange={onChange}
      onOpen={onOpen}
    />
  )
}

/** Replaces charts, which would show zeros as if the figures were known. */
export function NotLoaded() {
  return (
    <section aria-label="Not loaded" className="panel">
      <ChairNote>
        The list could not be loaded, so its figures are not known. The page tries again every half minute.
      </ChairNote>
    </section>
  )
}
