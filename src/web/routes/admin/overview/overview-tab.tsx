import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#shared/list/filters.ts'
import type { Figures, Funnel } from '#shared/list/summary.ts'
import { EmptyChart } from '../charts/empty-chart.tsx'
import { isEmptyChart } from '../charts/tones.ts'
import { offered } from '../charts/offered.ts'
import { PieChart } from '../charts/pie-chart.tsx'
import { FunnelPanel } from './funnel-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RankedList } from './ranked-list.tsx'
import { referrersQuery } from '../state/queries.ts'
import { useLatest } from '../state/use-latest.ts'
import { Sources } from './sources.tsx'
import { TopReferrers } from './top-referrers.tsx'
import { TimelinePanel } from '../charts/timeline/timeline-panel.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { WrittenLink } from '../words/written-link.tsx'
import { Empty } from '../../../ui/query-state.tsx'

type OverviewTabProps = {
  figures: Figures
  funnel: Funnel | null
  filters: Partial<Filters>
  onChange: ChangeView
  onOpen: (id: string) => void
}

export function OverviewTab({ figures, funnel, filters, onChange, onOpen }: OverviewTabProps) {
  const referrers = useQuery(referrersQuery(filters))
  const shown = useLatest(referrers.data)
  return (
    <>
      <TimelinePanel timeline={figures.timeline} onChange={onChange} />
      <IndustryPanel figures={figures} />
      <div className="columns">
        <Panel title="Top Challenges">
          <RankedList items={figures.problems} filter="problem" />
          <WrittenLink items={figures.problems} />
        </Panel>
        <Panel title="Top Goals">
          <RankedList items={figures.goals} filter="goal" />
          <WrittenLink items={figures.goals} />
        </Panel>
      </div>
      <FunnelPanel funnel={funnel} />
      <div className="columns columns-even">
        <Panel title="Where sign-ups come from">
          <Sources origins={figures.origins} sources={figures.sources} />
        </Panel>
        <Panel
          title="Who brought most friends"
          note="Friends who joined in this period and count towards a place. Friends who are still waiting to count are in each profile. Other filters apply to the people listed here."
        >
          {shown ? (
            <TopReferrers referrers={shown.referrers} onOpen={onOpen} />
          ) : (
            <Empty isSmall>{referrers.isPending ? 'Loading data...' : NOT_NOW}</Empty>
          )}
        </Panel>
      </div>
    </>
  )
}

function IndustryPanel({ figures: { industries, totalSignups } }: { figures: Figures }) {
  return (
    <Panel title="Industry Distribution">
      {isEmptyChart(industries) ? (
        <EmptyChart kind="pie">No submissions found</EmptyChart>
      ) : (
        <PieChart
          title="Industry Distribution"
          items={industries}
          total={totalSignups}
          offered={offered().industries}
          filter="industry"
        />
      )}
    </Panel>
  )
}

const NOT_NOW = 'This list could not be loaded. The page tries again every half minute.'
