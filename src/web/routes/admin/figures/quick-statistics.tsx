import type { Figures } from '#shared/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { percent } from '../ui/percent.ts'

export function QuickStatistics({ figures }: { figures: Figures }) {
  const { newSignupsLast7Days, providers, topPriceRange } = figures
  const [solo, group] = providers
  return (
    <section aria-labelledby="quick-statistics" className="panel">
      <h2 id="quick-statistics" className="panel-title">
        Quick Statistics
      </h2>
      <dl className="facts">
        <Fact name="New sign-ups (7d)" value={grouped(newSignupsLast7Days)} />
        <Fact name="Solo provider %" value={percent(solo!.percentage)} />
        <Fact name="Group practice %" value={percent(group!.percentage)} />
        <Fact name="Top price range" value={topPriceRange} />
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
