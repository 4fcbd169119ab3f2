import { type CSSProperties, useId } from 'react'
import type { Point, Timeline } from '#shared/list/summary.ts'
import { isSpike } from '#shared/list/timeline.ts'
import { comparison, daysInWords, labelledOf, shortDate, signUps, ticksUpTo } from './words.ts'
import { type Chosen, useRange } from './use-range.ts'
import { isUnfinished } from '../../ui/days.ts'
import { Button } from '../../../../ui/button.tsx'
import { grouped } from '../../../../ui/grouped.ts'

type TimelineChartProps = {
  title: string
  timeline: Timeline
  today: string
  marks: Mark[]
  onChoose: (range: { from: string; to: string }) => void
}

export function TimelineChart({ title, timeline, today, marks, onChoose }: TimelineChartProps) {
  const { unit, points, usual } = timeline
  const help = useId()
  const { at, chosen, isTapped, choose, handlers, read } = useReadDays(points, onChoose)
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)))
  const top = ticks.at(-1)!
  const words = signUps(read, today)
  const marked = marks.filter(({ day }) => day >= read.from && day <= read.to)

  return (
    <div className="timeline">
      <Ticks ticks={ticks} top={top} />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot contain a chart
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={help}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={[`${daysInWords(read)}: ${words}`, ...marked.map(({ label }) => label)].join('. ')}
        className="timeline-plot"
        {...handlers}
      >
        <TimelineDrawing timeline={timeline} today={today} top={top} at={at} chosen={chosen} ticks={ticks} />
        <Marks points={points} marks={marks} />
        <Flags timeline={timeline} top={top} />
        {at !== null && (
          <Hint days={read} words={words} marks={marked} usual={chosen ? null : usual} at={at} count={points.length} />
        )}
      </div>
      <Dates timeline={timeline} />
      <p id={help} className="sr-only">
        The arrow keys read each {unit}. With Shift they choose a range, which Enter shows.
      </p>
      {isTapped && at !== null && <ShowOnly days={read} onPress={() => choose([at, at])} />}
    </div>
  )
}

/** The last point while nobody reads. */
function useReadDays(points: Point[], onChoose: TimelineChartProps['onChoose']) {
  const range = useRange({
    count: points.length,
    onChoose(chosen) {
      const { from, to } = joined(points, chosen)
      onChoose({ from, to })
    },
  })
  const { at, chosen } = range
  return { ...range, read: chosen ? joined(points, chosen) : points[at ?? points.length - 1]! }
}

function ShowOnly({ days, onPress }: { days: Point; onPress: () => void }) {
  return (
    <Button kind="segment" className="timeline-tapped" onClick={onPress} data-chosen>
      Show only {daysInWords(days)}
    </Button>
  )
}

function joined(points: Point[], [first, last]: Chosen): Point {
  const chosen = points.slice(first, last + 1)
  return { from: chosen[0]!.from, to: chosen.at(-1)!.to, value: chosen.reduce((sum, { value }) => sum + value, 0) }
}

type TimelineDrawingProps = {
  timeline: Timeline
  today: string
  top: number
  at: number | null
  chosen: Chosen | null
  ticks: number[]
}

const HEIGHT = 100
/** With more bars than this, their outlines would leave no space for the bars on a phone. */
const MANY = 45
/** A share of the width of a column. */
const GAP = 0.24

function TimelineDrawing({ timeline: { points, usual }, today, top, at, chosen, ticks }: TimelineDrawingProps) {
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

export type Mark = { day: string; label: string }

const MOST_DATES = 8
/** Spikes with a label are at least this far apart, as a share of the width. */
const LABEL_ROOM = 0.24

function Ticks({ ticks, top }: { ticks: number[]; top: number }) {
  return (
    <div className="timeline-ticks" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
          {grouped(tick)}
        </span>
      ))}
    </div>
  )
}

function Dates({ timeline: { unit, points } }: { timeline: Timeline }) {
  return (
    <div className="timeline-dates" aria-hidden="true">
      {labelledOf(points.length, MOST_DATES).map((index, order) => (
        <span key={index} data-odd={order % 2 === 1 || undefined} {...placeOf(index, points.length)}>
          {shortDate(points[index]!, unit)}
        </span>
      ))}
    </div>
  )
}

function Flags({ timeline, top }: { timeline: Timeline; top: number }) {
  const { unit, points } = timeline
  return labelledSpikes(timeline).map((index) => {
    const { style, ...edge } = placeOf(index, points.length)
    const bottom = `${(points[index]!.value / top) * 100}%`
    return (
      <span key={index} aria-hidden="true" className="timeline-flag" style={{ ...style, bottom }} {...edge}>
        {shortDate(points[index]!, unit)}
      </span>
    )
  })
}

function Marks({ points, marks }: { points: Point[]; marks: Mark[] }) {
  return marks.map(({ day, label }) => (
    <span
      key={day + label}
      aria-hidden="true"
      className="timeline-mark"
      style={placeOf(indexOf(points, day), points.length).style}
    >
      {label}
    </span>
  ))
}

type HintProps = { days: Point; words: string; marks: Mark[]; usual: number | null; at: number; count: number }

function Hint({ days, words, marks, usual, at, count }: HintProps) {
  const compared = usual === null ? null : comparison(days.value, usual)
  return (
    <span aria-hidden="true" className="hint timeline-hint" {...placeOf(at, count)} data-edge={edgeOf(at, count)}>
      <strong>{daysInWords(days)}</strong>
      <span>{words}</span>
      {compared && <span>{compared}</span>}
      {marks.map(({ day, label }) => (
        <span key={day + label}>{label}</span>
      ))}
    </span>
  )
}

/** With more bars than this, a bar is narrower than a date. */
const FEW = 12

type Place = { style: CSSProperties; 'data-edge': 'left' | 'right' | undefined }

/** Texts near an edge are shifted inwards, so that none is cut off. */
function placeOf(index: number, count: number): Place {
  const edge = count > FEW ? edgeOf(index, count) : undefined
  return { style: { left: `${((index + 0.5) / count) * 100}%` }, 'data-edge': edge }
}

function edgeOf(index: number, count: number): 'left' | 'right' | undefined {
  const share = (index + 0.5) / count
  return share < 0.15 ? 'left' : share > 0.85 ? 'right' : undefined
}

function labelledSpikes({ points, usual }: Timeline): number[] {
  const reach = Math.ceil((LABEL_ROOM / 2) * points.length)
  const isPeak = (value: number, index: number) =>
    points.slice(Math.max(0, index - reach), index + reach + 1).every((other) => other.value <= value)
  const spikes = points.flatMap(({ value }, index) => (isSpike(value, usual) && isPeak(value, index) ? index : []))
  const labelled: number[] = []
  for (const index of spikes.sort((a, b) => points[b]!.value - points[a]!.value)) {
    if (labelled.every((other) => Math.abs(index - other) / points.length > LABEL_ROOM)) labelled.push(index)
  }
  return labelled
}

function indexOf(points: Point[], day: string): number {
  const index = points.findIndex(({ to }) => day <= to)
  return index < 0 ? points.length - 1 : index
}
