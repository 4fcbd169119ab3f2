import type { ReactNode } from 'react'
import type { Filters } from '#shared/list/filters.ts'
import { isShown } from '#shared/site/questions.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { ChartsTab } from '../charts/charts-tab.tsx'
import { NOBODY_YET } from '../ui/words.ts'
import { FunnelPanel } from '../overview/funnel-panel.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { PricingTab } from '../pricing/pricing-tab.tsx'
import { PeoplePanel } from '../submissions/people-panel.tsx'
import type { Loaded } from '../state/use-figures.ts'
import type { ChangeView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { labelledAnswers } from '../words/written-link.tsx'
import { WordsTab } from '../words/words-tab.tsx'
import { Empty } from '../../../ui/query-state.tsx'

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
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function DashboardTabs(props: DashboardTabsProps) {
  const { view, filters, loaded, isListEmpty, nobody, onChange, onOpen } = props
  const { figures, funnel, source } = loaded
  const isUnknown = source === 'nothing'

  const panels: Record<View['tab'], ReactNode> = {
    overview: (
      <>
        {isListEmpty && <NobodyYet />}
        {isUnknown ? (
          <NotLoaded />
        ) : nobody ? (
          <FunnelPanel funnel={funnel} />
        ) : (
          <OverviewTab figures={figures} funnel={funnel} filters={filters} onChange={onChange} onOpen={onOpen} />
        )}
      </>
    ),
    pricing: isUnknown ? <NotLoaded /> : <PricingTab figures={figures} />,
    charts: isUnknown ? <NotLoaded /> : !nobody && <ChartsTab figures={figures} />,
    submissions: <Submissions {...props} />,
    words: !nobody && <WordsTab view={view} filters={filters} onChange={onChange} onOpen={onOpen} />,
  }
  const tabs = TABS.filter(([tab]) => isOfUse(tab))
  return (
    <Tabs
      tabs={tabs.map(([value, label]) => ({ value, label, panel: panels[value] }))}
      value={tabs.some(([value]) => value === view.tab) ? view.tab : 'overview'}
      onChange={(tab) => onChange({ tab })}
    >
      {nobody}
    </Tabs>
  )
}

function isOfUse(tab: View['tab']): boolean {
  if (tab === 'pricing') return isShown('price_range')
  return tab !== 'words' || labelledAnswers().length > 0
}

function NobodyYet() {
  return (
    <section aria-label="Nobody yet" className="panel">
      <Empty>{NOBODY_YET}</Empty>
    </section>
  )
}

function Submissions({ view, filters, loaded, found, isListEmpty, onChange, onOpen }: DashboardTabsProps) {
  return (
    <PeoplePanel
      title="Waitlist Submissions"
      view={view}
      filters={filters}
      figures={loaded.figures}
      found={found}
      isListEmpty={isListEmpty}
      onChange={onChange}
      onOpen={onOpen}
    />
  )
}

/** Replaces charts, which would show zeros as if the figures were known. */
function NotLoaded() {
  return (
    <section aria-label="Not loaded" className="panel">
      <Empty>The list could not be loaded, so its figures are not known. The page tries again every half minute.</Empty>
    </section>
  )
}
