import type { Point } from '#shared/list/summary.ts'
import { grouped } from '../../../ui/grouped.ts'
import { formatDay, formatDays, isUnfinished } from '../date-range/calendar.ts'
import { useReading } from './reading.ts'

const WIDTH = 120
const HEIGHT = 32

type SparklineProps = { name: string; series: Point[]; today: string }

/**
 * A line chart at the bottom of its card. Its lower edge is zero, and its points can be read one by one. The line to a
 * day or week that is not over is dashed.
 */
export function Sparkline({ name, series, today }: SparklineProps) {
  const { at, handlers } = useReading(series.length)
  const values = series.map(({ value }) => value)
  const points = pointsOf(values)
  const read = at === null ? null : series[at]!

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot contain a chart
      role="slider"
      tabIndex={0}
      aria-readonly="true"
      aria-label={`${name}. ${describe(series, today)}`}
      aria-valuemin={1}
      aria-valuemax={Math.max(series.length, 1)}
      aria-valuenow={(at ?? Math.max(series.length - 1, 0)) + 1}
      aria-valuetext={series.length > 0 ? inWords(read ?? series.at(-1)!, today) : 'Nothing to draw yet'}
      className="sparkline"
      {...handlers}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {/* A line of zeros would lie on the floor line, which is drawn already. */}
        {values.some((value) => value > 0) && (
          <Line points={points} isOpen={series.some((point) => isUnfinished(point, today))} />
        )}
      </svg>
      {at !== null && (
        <>
          <span
            className="sparkline-point"
            style={{ left: `${(points[at]![0]! / WIDTH) * 100}%`, top: `${(points[at]![1]! / HEIGHT) * 100}%` }}
          />
          <span aria-hidden="true" className="hint sparkline-reading">
            {inWords(read!, today)}
          </span>
        </>
      )}
    </div>
  )
}

/** The points of the drawing, each as [x, y]. */
function pointsOf(values: number[]): number[][] {
  const largest = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = values.map((value, index) => [round(index * step), round(HEIGHT - (value / largest) * HEIGHT)])
  // A single day is drawn as a horizontal line, because a dot would be invisible.
  if (points.length === 1) points.push([WIDTH, points[0]![1]!])
  return points
}

function Line({ points, isOpen }: { points: number[][]; isOpen: boolean }) {
  const [line, over, open] = [points, points.slice(0, isOpen ? -1 : undefined), points.slice(-2)].map((part) =>
    part.map((point) => point.join(' ')).join('L'),
  )
  return (
    <>
      <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="sparkline-ground" />
      <path d={`M${over}`} className="sparkline-line" vectorEffect="non-scaling-stroke" />
      {isOpen && <path d={`M${open}`} className="sparkline-line" data-open vectorEffect="non-scaling-stroke" />}
    </>
  )
}

/** For example '14 Mar 2026: 12'. */
function inWords(point: Point, today: string): string {
  const { from, to, value } = point
  const soFar = isUnfinished(point, today) ? ' so far' : ''
  return `${from === to ? formatDay(from) : formatDays(from, to)}: ${grouped(value)}${soFar}`
}

function describe(series: Point[], today: string): string {
  if (series.length === 0) return 'Nothing to draw yet'
  const values = series.map(({ value }) => value)
  const unit = series.some(({ from, to }) => from !== to) ? 'week' : 'day'
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const soFar = isUnfinished(series.at(-1)!, today) ? ' so far' : ''
  return `A point a ${unit}: from ${grouped(least)} to ${grouped(most)}, most recently ${grouped(values.at(-1)!)}${soFar}`
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
