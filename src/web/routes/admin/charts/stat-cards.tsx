import type { ReactNode } from 'react'
import { type Period, isWithin, periodBefore } from '#shared/list/period.ts'
import type { Figures, Point } from '#shared/list/summary.ts'
import { isShown } from '#shared/site/questions.ts'
import { daysFrom } from '#shared/values/days.ts'
import { shownName } from './chart.tsx'
import { Sparkline } from './sparkline.tsx'
import { rangeCaption } from '../ui/range-caption.ts'
import { type FirstQuestion, onlyShown } from '../state/first-questions.ts'
import type { Loaded } from '../state/use-figures.ts'
import { percent } from '../ui/words.ts'
import { Unknown } from '../ui/badges.tsx'
import { grouped } from '../../../ui/grouped.ts'

const CARDS = [
  { name: 'Total Sign-ups', figure: 'totalSignups', series: 'signups' },
  { name: 'Solo Providers', figure: 'soloProviders', series: 'solo', question: 'is_solo_provider' },
  { name: 'Group Practices', figure: 'groupProviders', series: 'group', question: 'is_solo_provider' },
  { name: 'Industries', figure: 'uniqueIndustriesCount', series: 'industries', question: 'job_industry' },
] as const satisfies {
  name: string
  figure: keyof Figures
  series: keyof Figures['changes']
  question?: FirstQuestion
}[]

type StatCardsProps = {
  loaded: Loaded
  isCompact: boolean
  isWhenever: boolean
}

export function StatCards({ loaded: { figures, source, filters }, isCompact, isWhenever }: StatCardsProps) {
  const range = isWhenever ? 'All time' : rangeCaption(filters)
  return (
    <div className="stats" data-compact={isCompact || undefined}>
      {onlyShown<(typeof CARDS)[number] & { question?: FirstQuestion }>(CARDS).map(({ name, figure, series }) => (
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

function beforeInWords(period: Period): string | null {
  const before = periodBefore(period)
  if (!before) return null
  const days = daysFrom(before.from, before.to) + 1
  const words = days === 1 ? 'the day before' : `the ${days} days before`
  return isWithin(period.today, period) ? `${words}, to this hour` : words
}

type StatCardProps = {
  name: string
  value: number | null
  /** In percent; null if the previous period had no such sign-ups. */
  change: number | null
  before: string | null
  caption: string
  series: Point[]
  today: string
}

function StatCard({ name, value, change, before, caption, series, today }: StatCardProps) {
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
      <span
        className="text-ink font-semibold whitespace-nowrap data-[direction=up]:text-[var(--gain)] data-[direction=down]:text-danger"
        data-direction={direction}
      >
        <span aria-hidden="true">{{ up: '↑', down: '↓', level: '→' }[direction]}</span>
        <span className="sr-only">{{ up: 'Up', down: 'Down', level: 'Unchanged,' }[direction]} </span>
        {percent(Math.abs(percentage))}
      </span>{' '}
      <span className="stat-against">{children}</span>
    </>
  )
}

export function QuickStatistics({ loaded: { figures, source } }: { loaded: Loaded }) {
  const { newSignupsLast7Days, providers, topPriceRange } = figures
  const [solo, group] = providers
  const known = (value: string) => (source === 'nothing' ? <Unknown /> : value)
  return (
    <section aria-labelledby="quick-statistics" className="panel">
      <h2 id="quick-statistics" className="panel-title">
        Quick Statistics
      </h2>
      <dl className="facts grid tablet:max-desktop:grid-cols-4 tablet:max-desktop:gap-5">
        <Fact name="New sign-ups (7d)" value={known(grouped(newSignupsLast7Days))} />
        {isShown('is_solo_provider') && (
          <>
            <Fact name="Solo provider %" value={known(percent(solo!.percentage))} />
            <Fact name="Group practice %" value={known(percent(group!.percentage))} />
          </>
        )}
        {isShown('price_range') && <Fact name="Top price range" value={known(shownName('price', topPriceRange))} />}
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
