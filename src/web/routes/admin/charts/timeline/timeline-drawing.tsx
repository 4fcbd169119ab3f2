import type { Timeline } from '#shared/list/summary.ts'
import { isSpike } from '#shared/list/timeline.ts'
import { isUnfinished } from '../../date-range/calendar.ts'
import type { Chosen } from './use-range.ts'

type TimelineDrawingProps = {
  timeline: Timeline
  today: string
  /** The value at the top of the chart. */
  top: number
  at: number | null
  chosen: Chosen | null
  /** The values that have a horizontal line. */
  ticks: number[]
}

const HEIGHT = 100
/** With more bars than this, their outlines would leave no space for the bars on a phone. */
const MANY = 45
/** The gap between two bars, as a share of the width of a column. */
const GAP = 0.24

/** The bars of a timeline, stretched over their frame. The caller draws all text. */
export function TimelineDrawing({ timeline: { points, usual }, today, top, at, chosen, ticks }: TimelineDrawingProps) {
  const y = (value: number) => Math.round((1 - value / top) * HEIGHT * 100) / 100
  const columns = (className: string, [first, last]: Chosen) => (
    <rect x={first} width={last - first + 1} height={HEIGHT} className={className} />
  )

  return (
    <svg
      viewBox={`0 0 ${points.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-many={points.length > MANY || undefined}
      aria-hidden="true"
    >
      {ticks.slice(1).map((tick) => (
        <path key={tick} d={`M0 ${y(tick)}H${points.length}`} className="timeline-line" />
      ))}
      {points.map(({ from, to, value }, index) => (
        <rect
          key={from}
          x={index + GAP / 2}
          width={1 - GAP}
          y={y(value)}
          height={HEIGHT - y(value)}
          data-open={isUnfinished({ to }, today) || undefined}
          className={isSpike(value, usual) ? 'timeline-spike' : 'timeline-bar'}
        />
      ))}
      {(chosen ?? at) !== null && columns('timeline-at', chosen ?? [at!, at!])}
      <path d={`M0 ${HEIGHT}H${points.length}`} className="timeline-floor" />
    </svg>
  )
}
