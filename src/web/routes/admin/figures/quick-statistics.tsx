import type { ReactNode } from 'react'
import { grouped } from '../../../ui/grouped.ts'
import type { Loaded } from '../state/use-figures.ts'
import { percent } from '../ui/percent.ts'
import { Unknown } from '../ui/unknown.tsx'

export function QuickStatistics({ loaded: { figures, source } }: { loaded: Loaded }) {
  const { newSignupsLast7Days, providers, topPriceRange } = figures
  const [solo, group] = providers
  const known = (value: string) => (source === 'nothing' ? <Unknown /> : value)
  return (
    <section aria-labelledby="quick-statistics" className="panel">
      <h2 id="quick-statistics" className="panel-title">
        Quick Statistics
      </h2>
      <dl className="facts">
        <Fact name="New sign-ups (7d)" value={known(grouped(newSignupsLast7Days))} />
        <Fact name="Solo provider %" value={known(percent(solo!.percentage))} />
        <Fact name="Group practice %" value={known(percent(group!.percentage))} />
        <Fact name="Top price range" value={known(topPriceRange)} />
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
