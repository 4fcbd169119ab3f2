import { daysFrom } from '#shared/values/days.ts'
import { isWithin, type Period, periodBefore } from '#shared/list/period.ts'
import type { Figures } from '#shared/list/summary.ts'
import { rangeCaption } from '../filters/range-caption.ts'
import type { Loaded } from '../state/use-figures.ts'
import { StatCard } from './stat-card.tsx'

const CARDS = [
  { name: 'Total Sign-ups', figure: 'totalSignups', series: 'signups' },
  { name: 'Solo Providers', figure: 'soloProviders', series: 'solo' },
  { name: 'Group Practices', figure: 'groupProviders', series: 'group' },
  { name: 'Industries', figure: 'uniqueIndustriesCount', series: 'industries' },
] as const satisfies { name: string; figure: keyof Figures; series: keyof Figures['changes'] }[]

type StatCardsProps = {
  loaded: Loaded
  /** The cards are above a list. On a phone, they then form one low row. */
  isCompact: boolean
  isWhenever: boolean
}

export function StatCards({ loaded: { figures, source, filters }, isCompact, isWhenever }: StatCardsProps) {
  const range = isWhenever ? 'All time' : rangeCaption(filters)
  return (
    <div className="stats" data-compact={isCompact || undefined}>
      {CARDS.map(({ name, figure, series }) => (
        <StatCard
          key={name}
          name={name}
          value={source === 'nothing' ? null : figures[figure]}
          change={figures.changes[series]}
          before={source === 'server' ? beforeInWords(figures.period) : null}
          caption={{ server: range, browser: `${range}, only in this browser`, nothing: 'Could not be loaded' }[source]}
          series={figures.sparklines[series]}
          today={figures.period.today}
        />
      ))}
    </div>
  )
}

/** The period with which the figures are compared, in words; null if there is none. */
function beforeInWords(period: Period): string | null {
  const before = periodBefore(period)
  if (!before) return null
  const days = daysFrom(before.from, before.to) + 1
  const words = days === 1 ? 'the day before' : `the ${days} days before`
  return isWithin(period.today, period) ? `${words}, to this hour` : words
}
