import type { Point } from '#shared/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { percent } from '../ui/percent.ts'

type StatCardProps = {
  name: string
  value: number
  /** In percent, against the equal period before. Null if there is nothing to compare with. */
  change: number | null
  /** The range of the figures. */
  caption: string
  series: Point[]
}

export function StatCard({ name, value, change, caption, series }: StatCardProps) {
  return (
    <section aria-label={name} className="stat">
      <h2 className="stat-name">{name}</h2>
      <p className="stat-figure">
        <span className="stat-value">{grouped(value)}</span>
        {change !== null && <Change percentage={change} />}
      </p>
      <p className="stat-caption">{caption}</p>
      <Sparkline series={series} />
    </section>
  )
}

function Change({ percentage }: { percentage: number }) {
  const direction = percentage > 0 ? 'up' : percentage < 0 ? 'down' : 'level'
  return (
    <span className="stat-change" data-direction={direction}>
      <span aria-hidden="true">{{ up: '↑', down: '↓', level: '→' }[direction]} </span>
      <span className="sr-only">{{ up: 'Up', down: 'Down', level: 'Unchanged,' }[direction]} </span>
      {percent(Math.abs(percentage))}
      <span className="sr-only"> against the period before</span>
    </span>
  )
}
