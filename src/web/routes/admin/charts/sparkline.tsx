import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Point } from '#shared/list/summary.ts'
import { formatDay, formatDays, isUnfinished } from '../ui/days.ts'
import { grouped } from '../../../ui/grouped.ts'

const WIDTH = 120
const HEIGHT = 32

/** The line to a day or week that is not over is dashed. */
export function Sparkline({ name, series, today }: { name: string; series: Point[]; today: string }) {
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
            className="absolute w-2.5 h-2.5 border-2 border-raised rounded-full bg-ink -translate-1/2 pointer-events-none"
            style={{ left: `${(points[at]![0]! / WIDTH) * 100}%`, top: `${(points[at]![1]! / HEIGHT) * 100}%` }}
          />
          <span
            aria-hidden="true"
            className="hint sparkline-reading absolute inset-[auto_-0.5rem_calc(100%_+_0.375rem)_auto] py-0.5 px-2 text-tiny tabular-nums whitespace-nowrap"
          >
            {inWords(read!, today)}
          </span>
        </>
      )}
    </div>
  )
}

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
      <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-velvet opacity-45" />
      <path d={`M${over}`} className="sparkline-line" vectorEffect="non-scaling-stroke" />
      {isOpen && <path d={`M${open}`} className="sparkline-line" data-open vectorEffect="non-scaling-stroke" />}
    </>
  )
}

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

const LEAP = 7
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -LEAP,
  PageUp: LEAP,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function stepTo(key: string, at: number, count: number): number | null {
  const step = STEPS[key]
  return step === undefined ? null : Math.min(Math.max(at + step, 0), count - 1)
}

export function shareAt({ clientX, currentTarget }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(Math.max((clientX - left) / width, 0), 1)
}

function useReading(count: number) {
  const [read, setRead] = useState<number | null>(null)
  const at = read === null || count === 0 ? null : Math.min(read, count - 1)
  const follow = (event: PointerEvent) => setRead(Math.round(shareAt(event) * (count - 1)))
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    // A lifted finger causes this event too, but the tapped point stays until another one is tapped.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
    onFocus: () => setRead((read) => read ?? count - 1),
    onBlur: () => setRead(null),
    onKeyDown(event: KeyboardEvent) {
      const to = event.key === 'Escape' ? null : stepTo(event.key, at ?? count - 1, count)
      if (to === null && event.key !== 'Escape') return
      event.preventDefault()
      setRead(to)
    },
  }
  return { at, handlers }
}
