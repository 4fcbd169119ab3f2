import { Tabs } from '@base-ui/react/tabs'
import type { Filters } from '#shared/filters.ts'
import { ChartsTab } from '../charts/charts-tab.tsx'
import { ChairNote, NOBODY_YET } from '../ui/chair-note.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { PricingTab } from '../pricing/pricing-tab.tsx'
import { useIsListEmpty } from '../state/queries.ts'
import { SubmissionsTab } from '../submissions/submissions-tab.tsx'
import type { Loaded } from '../state/use-figures.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'

const LABELS = {
  overview: 'Overview',
  pricing: 'Pricing',
  charts: 'Detailed Charts',
  submissions: 'All Submissions',
} as const

type DashboardTabsProps = {
  view: View
  filters: Partial<Filters>
  loaded: Loaded
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function DashboardTabs({ view, filters, loaded, onChange, onOpen }: DashboardTabsProps) {
  const { figures, funnel } = loaded
  const isListEmpty = useIsListEmpty({ enabled: figures.totalSignups === 0 })

  return (
    <Tabs.Root value={view.tab} onValueChange={(tab: View['tab']) => onChange({ tab })} className="min-w-0">
      <Tabs.List className="tab-list">
        {Object.entries(LABELS).map(([tab, label]) => (
          <Tabs.Tab key={tab} value={tab} className="tab">
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="overview" className="tab-panel">
        {isListEmpty && (
          <section aria-label="Nobody yet" className="panel">
            <ChairNote>{NOBODY_YET}</ChairNote>
          </section>
        )}
        <OverviewTab figures={figures} funnel={funnel} filters={filters} onOpen={onOpen} />
      </Tabs.Panel>
      <Tabs.Panel value="pricing" className="tab-panel">
        <PricingTab figures={figures} />
      </Tabs.Panel>
      <Tabs.Panel value="charts" className="tab-panel">
        <ChartsTab figures={figures} />
      </Tabs.Panel>
      <Tabs.Panel value="submissions" className="tab-panel">
        <SubmissionsTab
          view={view}
          filters={filters}
          figures={figures}
          isListEmpty={isListEmpty}
          onChange={onChange}
          onOpen={onOpen}
        />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
