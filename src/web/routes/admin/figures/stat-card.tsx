import type { ReactNode } from 'react'
import type { Point } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Sparkline } from '../charts/sparkline.tsx'
import { percent } from '../ui/percent.ts'
import { Unknown } from '../ui/unknown.tsx'

type StatCardProps = {
  name: string
  /** Null if it is not known. */
  value: number | null
  /** In percent, against the previous period of the same length; null if that period had no such sign-ups. */
  change: number | null
  /** The previous period, in words; null if there is none. */
  before: string | null
  /** The period of the figures, in words. */
  caption: string
  series: Point[]
  today: string
}

export function StatCard({ name, value, change, before, caption, series, today }: StatCardProps) {
  return (
    <section aria-label={name} className="stat">
      <h2 className="stat-name">{name}</h2>
      <p className="stat-value">{value === null ? <Unknown /> : grouped(value)}</p>
      <p className="stat-caption">{caption}</p>
      <p className="stat-caption">
        {before &&
          (change === null ? (
            <span className="stat-against">None in {before}</span>
          ) : (
            <Change percentage={change}>vs {before}</Change>
          ))}
      </p>
      {value !== null && value > 0 && <Sparkline name={`${name} over time`} series={series} today={today} />}
      {/* The space is reserved, so that nothing moves while somebody types a search. */}
      {value === 0 && <div className="sparkline" />}
    </section>
  )
}

function Change({ percentage, children }: { percentage: number; children: ReactNode }) {
  const direction = percentage > 0 ? 'up' : percentage < 0 ? 'down' : 'level'
  return (
    <>
      <span className="stat-change" data-direction={direction}>
        <span aria-hidden="true">{{ up: '↑', down: '↓', level: '→' }[direction]}</span>
        <span className="sr-only">{{ up: 'Up', down: 'Down', level: 'Unchanged,' }[direction]} </span>
        {percent(Math.abs(percentage))}
      </span>{' '}
      <span className="stat-against">{children}</span>
    </>
  )
}
