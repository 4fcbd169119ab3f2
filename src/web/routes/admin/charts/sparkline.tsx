import type { Point } from '#shared/summary.ts'
import { grouped } from '../../../ui/grouped.ts'

const WIDTH = 120
const HEIGHT = 32

/** A line chart of values above zero, at the bottom of its card. */
export function Sparkline({ series }: { series: Point[] }) {
  const values = series.map(({ value }) => value)
  const largest = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = values.map((value, index) => [round(index * step), round(HEIGHT - (value / largest) * HEIGHT)])
  // A single day is drawn as a horizontal line, because a dot would be invisible.
  if (points.length === 1) points.push([WIDTH, points[0]![1]!])
  const line = points.map((point) => point.join(' ')).join('L')

  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describe(series)}
      className="sparkline"
    >
      {/* A line of zeros would lie on the floor line, which is drawn already. */}
      {values.some((value) => value > 0) && (
        <>
          <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="sparkline-ground" />
          <path d={`M${line}`} className="sparkline-line" vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}

function describe(series: Point[]): string {
  if (series.length === 0) return 'Nothing to draw yet'
  const values = series.map(({ value }) => value)
  const unit = series.some(({ from, to }) => from !== to) ? 'week' : 'day'
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `A point a ${unit}: from ${grouped(least)} to ${grouped(most)}, most recently ${grouped(values.at(-1)!)}`
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
