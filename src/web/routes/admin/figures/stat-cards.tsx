import type { Figures } from '#shared/summary.ts'
import { StatCard } from './stat-card.tsx'

export function StatCards({ figures, caption }: { figures: Figures; caption: string }) {
  const { changes, sparklines } = figures
  return (
    <div className="stats">
      <StatCard
        name="Total Sign-ups"
        value={figures.totalSignups}
        change={changes.signups}
        series={sparklines.signups}
        caption={caption}
      />
      <StatCard
        name="Solo Providers"
        value={figures.soloProviders}
        change={changes.solo}
        series={sparklines.solo}
        caption={caption}
      />
      <StatCard
        name="Group Practices"
        value={figures.groupProviders}
        change={changes.group}
        series={sparklines.group}
        caption={caption}
      />
      <StatCard
        name="Industries"
        value={figures.uniqueIndustriesCount}
        change={changes.industries}
        series={sparklines.industries}
        caption={caption}
      />
    </div>
  )
}
